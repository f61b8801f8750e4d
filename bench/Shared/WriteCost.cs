using System.Diagnostics;

namespace DbIngest.Bench;

/// <summary>
/// Time and client CPU of writing all rows. The time of a vendor's program includes its start and connection, and that of the
/// product's writers does not. So each round also measures the same programs without any work, and benches report both figures.
/// </summary>
/// <param name="ElapsedS">Seconds by the clock.</param>
/// <param name="CpuS">CPU seconds of the client, user and system.</param>
internal readonly record struct WriteCost(double ElapsedS, double CpuS)
{
    /// <summary>Measures child processes from the start of the first to the end of the last.</summary>
    /// <param name="run">Starts them and waits for them.</param>
    public static WriteCost OfPrograms(Action run)
    {
        double cpu = EndedProcesses.CpuS;
        long started = Stopwatch.GetTimestamp();
        run();
        return new(Stopwatch.GetElapsedTime(started).TotalSeconds, EndedProcesses.CpuS - cpu);
    }

    /// <summary>Measures this process while it writes.</summary>
    /// <param name="run">Writes all rows.</param>
    public static WriteCost OfThisProcess(Action run)
    {
        var cpu = Environment.CpuUsage.TotalTime;
        long started = Stopwatch.GetTimestamp();
        run();
        return new(Stopwatch.GetElapsedTime(started).TotalSeconds, (Environment.CpuUsage.TotalTime - cpu).TotalSeconds);
    }

    /// <summary>Subtracts the start of the programs.</summary>
    /// <param name="start">The cost of the same programs without any work.</param>
    public WriteCost Without(WriteCost start) => new(ElapsedS - start.ElapsedS, CpuS - start.CpuS);
}
