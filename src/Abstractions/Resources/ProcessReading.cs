namespace DbIngest.Abstractions.Resources;

/// <summary>The counters of one process since it began.</summary>
/// <param name="Parent">Its parent's id; 0 when not known.</param>
/// <param name="StartTicks">When it began, on a clock of the system's own: tells a process from a later one with the same id.</param>
/// <param name="CpuS">CPU seconds, user and system, of all its threads.</param>
/// <param name="RssBytes">Resident memory now.</param>
/// <param name="ReadBytes">Bytes fetched from storage, by children it has waited for too; null when not readable.</param>
/// <param name="WrittenBytes">Bytes sent to storage, likewise.</param>
internal readonly record struct ProcessReading(
    int Parent, long StartTicks, double CpuS, long RssBytes, long? ReadBytes, long? WrittenBytes);
