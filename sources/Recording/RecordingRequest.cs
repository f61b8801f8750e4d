namespace DbIngest.Sources.Recording;

/// <summary>
/// The sources that replay a recording, and their rule for sharing it. <see cref="InputWorkload"/> creates it from the sweep's
/// largest point and the input option <c>share=</c>. <see cref="RecordingWorkload"/> copies as many rows as it needs. Immutable.
/// </summary>
/// <param name="RecordsPerSource">The most records that any source will be asked for, at least 1.</param>
/// <param name="Sources">The most sources that will replay it at once, at least 1.</param>
/// <param name="Share">How sources divide a recording.</param>
internal sealed record RecordingRequest(long RecordsPerSource, int Sources, RecordingShare Share)
{
    /// <summary>
    /// Number of sources that share one of several recordings: source <c>s</c> has recording <c>s</c> modulo their number.
    /// </summary>
    /// <param name="recording">The recording, from 0.</param>
    public int SharersOf(int recording, int recordings) => Math.Max(1, (Sources - recording + recordings - 1) / recordings);

    /// <summary>The most rows of a recording that its sources can need.</summary>
    public long MaxRows(int recordings) =>
        Share == RecordingShare.Time ? (long)Int128.Min(long.MaxValue, (Int128)RecordsPerSource * SharersOf(0, recordings))
            : RecordsPerSource;
}
