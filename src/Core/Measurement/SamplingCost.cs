using System.Globalization;

namespace DbIngest.Core.Measurement;

/// <summary>
/// The CPU that sampling itself takes in this process, by the clock of the thread that samples: it is no part of what the client
/// needs to ingest. Reading the memory of a server of many processes takes milliseconds each time, in short trials as much as the
/// writing. 0 where the system does not tell.
/// </summary>
internal sealed class SamplingCost
{
    private const string Clock = "/proc/thread-self/schedstat";
    private const double NanosecondsASecond = 1e9;

    private readonly bool _tells = File.Exists(Clock);
    private double? _began;

    /// <summary>Seconds so far.</summary>
    public double CpuS { get; private set; }

    /// <summary>From here on the present thread samples.</summary>
    public void Begin() => _began = Now();

    /// <summary>It has sampled.</summary>
    public void End()
    {
        if (_began is { } began && Now() is { } now)
        {
            CpuS += Math.Max(0, now - began);
        }
    }

    /// <summary>Seconds on a CPU, the first word of the file in nanoseconds (Documentation/scheduler/sched-stats.rst).</summary>
    private double? Now()
    {
        if (!_tells)
        {
            return null;
        }

        try
        {
            return long.TryParse(File.ReadAllText(Clock).Split(' ')[0], CultureInfo.InvariantCulture, out long nanoseconds)
                ? nanoseconds / NanosecondsASecond : null;
        }
        catch (IOException)
        {
            return null;
        }
    }
}
