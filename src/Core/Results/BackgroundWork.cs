namespace DbIngest.Core.Results;

/// <summary>
/// What a server did by itself during a trial, as its log told: a checkpoint, a compaction. <see cref="Trials.TrialRecord"/>
/// copies it from the samples.
/// </summary>
/// <param name="FromS">
/// The last look at the log before the line appeared, in seconds since the common start. The work began or ended, as the line
/// says, between this look and the next one.
/// </param>
/// <param name="UntilS">The first look at the log that found the line.</param>
/// <param name="What">What it was: <c>checkpoint began</c>.</param>
/// <param name="Count">Number of lines.</param>
public sealed record BackgroundWork(double FromS, double UntilS, string What, int Count)
{
    /// <summary>True if it may have been in a span of time.</summary>
    /// <param name="fromS">Begin of the span in seconds since the common start.</param>
    /// <param name="untilS">Its end.</param>
    public bool IsWithin(double fromS, double untilS) => FromS <= untilS && UntilS >= fromS;
}
