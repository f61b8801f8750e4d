namespace DbIngest.Analysis.Statistics;

/// <summary>
/// The verdict of the tests for a steady state, which <see cref="SteadyState"/> decides and rule 6 states. Its names in snake
/// case are a published format.
/// </summary>
public enum SteadyVerdict
{
    /// <summary>No test found a trend, a dependence or a change.</summary>
    Steady,

    /// <summary>A test found a trend, a dependence or a change.</summary>
    NotSteady,

    /// <summary>Too few trials for the tests, or blocks of too few trials.</summary>
    TooFewTrials,
}
