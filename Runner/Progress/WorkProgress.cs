namespace DbIngest.Runner.Progress;

/// <summary>
/// Work between trials that a display names, such as warm-up. <see cref="SweepProgress"/> makes it and <see cref="ProgressText"/>
/// puts it into words.
/// </summary>
/// <param name="What">The work in a few words, in lower case.</param>
/// <param name="Left">Time left until the work should have ended at the latest. Zero if it takes longer.</param>
internal sealed record WorkProgress(string What, TimeSpan Left);
