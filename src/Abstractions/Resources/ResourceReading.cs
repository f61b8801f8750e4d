namespace DbIngest.Core.Resources;

/// <summary>What was used since a reader was opened.</summary>
/// <param name="CpuS">CPU seconds, user and system.</param>
/// <param name="RssBytes">Resident memory now.</param>
/// <param name="ReadBytes">Bytes fetched from storage; null when not known.</param>
/// <param name="WrittenBytes">Bytes sent to storage; null when not known.</param>
public readonly record struct ResourceReading(double CpuS, long RssBytes, long? ReadBytes, long? WrittenBytes);
