namespace DbIngest.Bench.Sources;

/// <summary>Measures processor time of this process, which other work on the machine disturbs little.</summary>
internal static class ProcessorTime
{
    /// <summary>Runs something once.</summary>
    /// <returns>Seconds of processor time of the whole process in user mode.</returns>
    public static double Seconds(Action action)
    {
        var before = Environment.CpuUsage.UserTime;
        action();
        return (Environment.CpuUsage.UserTime - before).TotalSeconds;
    }

    /// <summary>Runs something once.</summary>
    /// <returns>Seconds of processor time of the whole process, time in the system included.</returns>
    public static double TotalSeconds(Action action)
    {
        var before = Environment.CpuUsage.TotalTime;
        action();
        return (Environment.CpuUsage.TotalTime - before).TotalSeconds;
    }
}
