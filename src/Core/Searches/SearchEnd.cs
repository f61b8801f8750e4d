namespace DbIngest.Core.Searches;

/// <summary>
/// How a search for the sustainable rate ended. <see cref="RateSearch"/> and <see cref="SearchState"/> decide it, the summary
/// states it, and rule 33 judges it. Summaries contain the names, so they must not be renamed.
/// </summary>
public enum SearchEnd
{
    /// <summary>The interval is as narrow as was asked. Without <c>--precision</c>: all steps were taken.</summary>
    Found,

    /// <summary>All steps were taken, and the interval is wider than <c>--precision</c> asks.</summary>
    MostSteps,

    /// <summary>The highest rate that is searched holds the limit: the sustainable rate is higher.</summary>
    EveryRateHolds,

    /// <summary>The lowest rate that is searched breaks the limit: the sustainable rate is lower, or there is none.</summary>
    NoRateHolds,

    /// <summary>
    /// The search was given up: several trials in a row said nothing, because they or their audit failed, or nothing arrived.
    /// </summary>
    Failing,

    /// <summary>The search needs more steps.</summary>
    Unfinished,
}
