using System.Diagnostics;
using DbIngest.Abstractions.Resources;
using DbIngest.Core.Results;

namespace DbIngest.Core.Measurement;

/// <summary>Watches the machine over a span of time: what was taken from the client and the server by others.</summary>
public sealed class MachineWatch
{
    /// <summary>The counters have a grain of 10 ms: below so many CPU seconds of capacity a share says nothing.</summary>
    private const double LeastCapacityS = 0.1;

    private readonly long _started = Stopwatch.GetTimestamp();
    private readonly MachineReading? _before = MachineReader.Read();

    /// <summary>What others take of the CPU while client and server have nothing to do.</summary>
    /// <param name="own">Read what client and server use on this machine.</param>
    /// <param name="window">For how long.</param>
    /// <returns>The share of all cores, 0 to 1; null when it cannot be read.</returns>
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

    /// <summary>What happened since the watch began.</summary>
    /// <param name="ownCpuS">CPU seconds that client and server used on this machine meanwhile.</param>
    /// <returns>The use; what cannot be read is null.</returns>
    public MachineUse Since(double ownCpuS)
    {
        if (_before is not { } before || MachineReader.Read() is not { } now)
        {
            return new MachineUse();
        }

        double capacity = Stopwatch.GetElapsedTime(_started).TotalSeconds * now.Cores;
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
