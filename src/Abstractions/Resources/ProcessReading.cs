namespace DbIngest.Abstractions.Resources;

/// <summary>
/// Counters of one process since it started. <see cref="ProcessReader"/> returns it, <see cref="ProcessSampler"/> adds up the
/// differences about once a second, and <c>ServerInstance</c> compares start times. Null means unknown, never zero.
/// </summary>
/// <param name="Parent">Process id of the parent. 0 if unknown.</param>
/// <param name="StartTicks">Start time in the system's ticks. Distinguishes processes that reuse an id.</param>
/// <param name="CpuS">CPU seconds in user and system mode, over all threads.</param>
/// <param name="RssBytes">Resident memory in bytes now.</param>
/// <param name="ReadBytes">Bytes read from storage, including those of reaped children. Null if not readable.</param>
/// <param name="WrittenBytes">Bytes written to storage, including those of reaped children. Null if not readable.</param>
/// <param name="ReapedCpuS">
/// CPU seconds of ended children that the process waited for, and of their ended children. 0 if unknown.
/// </param>
internal readonly record struct ProcessReading(
    int Parent, long StartTicks, double CpuS, long RssBytes, long? ReadBytes, long? WrittenBytes, double ReapedCpuS = 0);
