using System.Diagnostics;

namespace DbIngest.Core.Freshness;

/// <summary>
/// An acknowledged record that no query has returned yet. <see cref="FreshnessProbe"/> asks for it again and again, on its own
/// thread. Each pause is a tenth of the time since the acknowledgement, within 1 to 100 ms.
/// </summary>
/// <param name="source">Index of the source within the process, from 0.</param>
/// <param name="sequence">The sequence number.</param>
/// <param name="acknowledged">When it was acknowledged, in ticks of the monotonic clock.</param>
internal sealed class AwaitedRecord(int source, long sequence, long acknowledged)
{
    // A pause of a tenth of the time that has passed keeps the error of a measured time within 10 %. The longest pause bounds the
    // error to 100 ms. The shortest pause, 1 ms, keeps queries from loading the database.
    private static readonly long ShortestPause = Stopwatch.Frequency / 1000;
    private static readonly long LongestPause = Stopwatch.Frequency / 10;

    public int Source => source;

    public long Sequence => sequence;

    public long Acknowledged { get; } = acknowledged;

    /// <summary>When the next query is due, in ticks of the monotonic clock.</summary>
    public long Due { get; private set; } = acknowledged;

    /// <summary>
    /// True once the database has answered a query for the record, with or without the record. Errors do not count.
    /// </summary>
    public bool WasAsked { get; set; }

    /// <summary>Puts the next query off by a pause.</summary>
    /// <param name="now">The present time in ticks of the monotonic clock.</param>
    public void PutOff(long now) => Due = now + Math.Clamp((now - Acknowledged) / 10, ShortestPause, LongestPause);
}
