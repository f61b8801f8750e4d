using System.Diagnostics;
using DbIngest.Abstractions.Resources;
using DbIngest.Core.Results;

namespace DbIngest.Core.Measurement;

/// <summary>
/// Measures over a span of time how much CPU programs other than client and server used. <see cref="Trials.TrialRunner"/> uses
/// it right before a trial, <see cref="TrialSampler"/> during the ingestion, and <c>SourceProcess</c> on another host for its
/// host. Counting begins when it is created. It never throws: on systems other than Linux all figures are null.
/// </summary>
public sealed class MachineWatch
{
    /// <summary>Least capacity in CPU seconds (span times cores) for a share. Counters have a resolution of 10 ms.</summary>
    private const double LeastCapacityS = 0.1;

    private readonly long _started = Stopwatch.GetTimestamp();
    private readonly MachineReading? _before = MachineReader.Read();

    /// <summary>
    /// CPU seconds that all cores of the machine had up to the latest <see cref="Since"/>. 0 before, and if they cannot be read.
    /// </summary>
    public double CapacityS { get; private set; }

    /// <summary>Measures the share of the CPU that others use while client and server are idle. Blocks for the window.</summary>
    /// <param name="own">Readers of client and server.</param>
    /// <param name="window">Duration of the measurement.</param>
    /// <returns>Share of all cores, 0 to 1. Null if it cannot be read.</returns>
    public static double? OthersShare(IReadOnlyList<IResourceReader> own, TimeSpan window)
    {
        var group = new ResourceGroup(own);
        group.Read();
        double used = group.LocalCpuS;
        var watch = new MachineWatch();
        Thread.Sleep(window);
        group.Read();
        return watch.Since(group.LocalCpuS - used).OthersCpuShare;
    }

    /// <summary>Computes what other programs used since the watch began.</summary>
    /// <param name="ownCpuS">CPU seconds of client and server on this machine in this time.</param>
    /// <returns>The figures. Each is null if it cannot be read or the span was too short.</returns>
    public MachineUse Since(double ownCpuS)
    {
        if (_before is not { } before || MachineReader.Read() is not { } now)
        {
            return new MachineUse();
        }

        double capacity = Stopwatch.GetElapsedTime(_started).TotalSeconds * now.Cores;
        CapacityS = capacity;
        bool tells = capacity >= LeastCapacityS;
        return new MachineUse
        {
            OthersCpuShare = tells ? Share(now.BusyS - before.BusyS - ownCpuS, capacity) : null,
            StealShare = tells ? Share(now.StealS - before.StealS, capacity) : null,
            ThermalThrottles = now.ThermalThrottles - before.ThermalThrottles,
            GroupThrottledS = now.GroupThrottledS - before.GroupThrottledS,
            ClockMhz = now.ClockMhz,
        };
    }

    private static double Share(double used, double capacity) => Math.Clamp(used / capacity, 0, 1);
}
