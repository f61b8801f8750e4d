using System.Diagnostics;

namespace DbIngest.Bench.Sources;

/// <summary>Measures processor time of this process, which other work on the machine disturbs little.</summary>
internal static class ProcessorTime
{
    /// <summary>Runs something once.</summary>
    /// <returns>Seconds of processor time of the whole process in user mode.</returns>
    public static double Seconds(Action action)
    {
        using var process = Process.GetCurrentProcess();
        var before = process.UserProcessorTime;
        action();
        process.Refresh();
        return (process.UserProcessorTime - before).TotalSeconds;
    }

    /// <summary>Runs something once.</summary>
    /// <returns>Seconds of processor time of the whole process, time in the system included.</returns>
    public static double TotalSeconds(Action action)
    {
        using var process = Process.GetCurrentProcess();
        var before = process.TotalProcessorTime;
        action();
        process.Refresh();
        return (process.TotalProcessorTime - before).TotalSeconds;
    }
}
