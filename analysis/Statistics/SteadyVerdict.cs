namespace DbIngest.Analysis.Statistics;

/// <summary>Whether the trials after the warm-up show a steady state.</summary>
public enum SteadyVerdict
{
    /// <summary>No test found a trend, a dependence or a change.</summary>
    Steady,

    /// <summary>A test found one.</summary>
    NotSteady,

    /// <summary>Too few trials for any test to find anything.</summary>
    TooFewTrials,
}
