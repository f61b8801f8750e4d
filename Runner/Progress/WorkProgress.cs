namespace DbIngest.Runner.Progress;

/// <summary>Work between trials, such as warming up.</summary>
/// <param name="What">The work.</param>
/// <param name="Left">How much longer it takes at most; zero once that has passed.</param>
internal sealed record WorkProgress(string What, TimeSpan Left);
