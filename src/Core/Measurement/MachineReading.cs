namespace DbIngest.Core.Measurement;

/// <summary>
/// Counters of the whole machine since it started. <see cref="MachineReader"/> reads them, and <see cref="MachineWatch"/>
/// subtracts two readings. Null means unknown, never zero. The clock rate is of the moment.
/// </summary>
/// <param name="Cores">Logical cores.</param>
/// <param name="BusyS">CPU seconds of all programs and the kernel, over all cores.</param>
/// <param name="StealS">CPU seconds that the hypervisor gave to other virtual machines.</param>
/// <param name="ThermalThrottles">How often a core was throttled because of its temperature. Null if not readable.</param>
/// <param name="GroupThrottledS">
/// Seconds for which the CPU limit of the control group throttled the process. Null if not readable.
/// </param>
/// <param name="ClockMhz">Mean clock rate of the cores now. Null if not readable.</param>
internal readonly record struct MachineReading(
    int Cores, double BusyS, double StealS, long? ThermalThrottles, double? GroupThrottledS, double? ClockMhz);
