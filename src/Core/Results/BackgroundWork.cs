namespace DbIngest.Core.Results;

/// <summary>
/// What a server did by itself during a trial, according to its log: a checkpoint, a compaction.
/// <see cref="Trials.TrialRecord"/> copies it from the samples, and <see cref="StallResult"/> names it beside stalls. The
/// journal stores the members, so they must not be renamed.
/// </summary>
/// <param name="FromS">
/// The last look at the log before the line appeared, in seconds since the common start. The work began or ended, as the line
/// says, between this look and the next one.
/// </param>
/// <param name="UntilS">The first look at the log that found the line, in seconds since the common start.</param>
/// <param name="What">The kind of work, in the words of reports: <c>checkpoint began</c>.</param>
/// <param name="Count">Number of lines of this kind between the two looks.</param>
public sealed record BackgroundWork(double FromS, double UntilS, string What, int Count)
{
    /// <summary>True if the work may have happened within a span of time.</summary>
    /// <param name="fromS">Begin of the span in seconds since the common start.</param>
    /// <param name="untilS">End of the span in seconds since the common start.</param>
    public bool IsWithin(double fromS, double untilS) => FromS <= untilS && UntilS >= fromS;
}
