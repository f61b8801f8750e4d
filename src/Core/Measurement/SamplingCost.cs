using System.Globalization;

namespace DbIngest.Core.Measurement;

/// <summary>
/// Measures the CPU time that sampling itself takes in this process. <see cref="TrialSampler"/> subtracts it from the client's
/// use: reading the memory of a server with many processes takes milliseconds per sample, which in a short trial may be as much
/// as the writing.
/// </summary>
/// <remarks>
/// Reads the CPU clock of the calling thread, so the same thread must call <see cref="Begin"/> and the <see cref="End"/> after
/// it. Not thread-safe. Works on Linux only: elsewhere <see cref="CpuS"/> stays 0.
/// </remarks>
internal sealed class SamplingCost
{
    private const string Clock = "/proc/thread-self/schedstat";
    private const double NanosecondsPerSecond = 1e9;

    private readonly bool _tells = File.Exists(Clock);
    private double? _began;

    /// <summary>CPU seconds of all measured samples so far.</summary>
    public double CpuS { get; private set; }

    /// <summary>Starts measuring the calling thread, before it reads a sample.</summary>
    public void Begin() => _began = Now();

    /// <summary>Adds the CPU time since <see cref="Begin"/>, after the sample was read.</summary>
    public void End()
    {
        if (_began is { } began && Now() is { } now)
        {
            CpuS += Math.Max(0, now - began);
        }
    }

    /// <summary>
    /// CPU seconds of this thread: the first number of the file, in nanoseconds (Documentation/scheduler/sched-stats.rst).
    /// </summary>
    private double? Now()
    {
        if (!_tells)
        {
            return null;
        }

        try
        {
            return long.TryParse(File.ReadAllText(Clock).Split(' ')[0], CultureInfo.InvariantCulture, out long nanoseconds)
                ? nanoseconds / NanosecondsPerSecond : null;
        }
        catch (IOException)
        {
            return null;
        }
    }
}
