namespace DbIngest.Runner.Progress;

/// <summary>
/// Work between trials that a display names, such as warm-up. <see cref="SweepProgress"/> makes it and <see cref="ProgressText"/>
/// puts it into words.
/// </summary>
/// <param name="What">The work in a few words, in lower case.</param>
/// <param name="Left">Longest time that the work is meant to take still. Zero if it already takes longer.</param>
internal sealed record WorkProgress(string What, TimeSpan Left);
