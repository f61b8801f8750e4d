namespace DbIngest.Abstractions.Targets;

/// <summary>How often a batch whose write failed is tried again where the user does not say: of a database whose own recovery takes longer than most.</summary>
/// <param name="Retries">Attempts beyond the first; 0 to 100.</param>
/// <param name="DelayS">Seconds before the first retry; they double from one to the next, up to 30.</param>
public sealed record RetryDefault(int Retries, double DelayS);
