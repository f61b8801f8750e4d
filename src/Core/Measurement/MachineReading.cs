namespace DbIngest.Core.Measurement;

/// <summary>What the whole machine has done since it was started.</summary>
/// <param name="Cores">Its logical cores.</param>
/// <param name="BusyS">CPU seconds that all its programs and the kernel used, over all cores.</param>
/// <param name="StealS">CPU seconds that the machine, a virtual one, wanted and its host gave to others.</param>
/// <param name="ThermalThrottles">How often a core was slowed down for its heat; null when not readable.</param>
/// <param name="GroupThrottledS">Seconds for which the process's control group was held at its limit of CPU; null when not readable.</param>
/// <param name="ClockMhz">The mean clock of the cores now; null when not readable.</param>
internal readonly record struct MachineReading(
    int Cores, double BusyS, double StealS, long? ThermalThrottles, double? GroupThrottledS, double? ClockMhz);
