using System.Diagnostics;

namespace DbIngest.Core.Freshness;

/// <summary>
/// An acknowledged record that no query has returned yet. <see cref="FreshnessProbe"/> asks for it again and again.
/// </summary>
/// <param name="source">Its source.</param>
/// <param name="sequence">Its sequence number.</param>
/// <param name="acknowledged">When it was acknowledged, in ticks of the monotonic clock.</param>
internal sealed class AwaitedRecord(int source, long sequence, long acknowledged)
{
    // Pauses of a tenth of the time that has passed keep the error of a time within 10 %, and at most 100 ms. The shortest pause
    // keeps queries from occupying the database.
    private static readonly long ShortestPause = Stopwatch.Frequency / 1000;
    private static readonly long LongestPause = Stopwatch.Frequency / 10;

    public int Source => source;

    public long Sequence => sequence;

    public long Acknowledged { get; } = acknowledged;

    /// <summary>When the next query is due, in ticks of the monotonic clock.</summary>
    public long Due { get; private set; } = acknowledged;

    /// <summary>True once a query has been answered.</summary>
    public bool WasAsked { get; set; }

    /// <summary>Puts the next query off.</summary>
    public void PutOff(long now) => Due = now + Math.Clamp((now - Acknowledged) / 10, ShortestPause, LongestPause);
}
