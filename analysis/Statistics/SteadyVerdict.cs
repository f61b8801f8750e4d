namespace DbIngest.Analysis.Statistics;

/// <summary>Whether the trials after the warm-up are in a steady state.</summary>
public enum SteadyVerdict
{
    /// <summary>No test found a trend, a dependence or a change.</summary>
    Steady,

    /// <summary>A test found a trend, a dependence or a change.</summary>
    NotSteady,

    /// <summary>Too few trials for the tests.</summary>
    TooFewTrials,
}
