namespace DbIngest.Analysis.Advise;

/// <summary>
/// The verdict whether a store holds the rate of <see cref="AdviceRequest"/>, by the interval of its sustainable rate.
/// <see cref="StoreEvidence"/> decides it, and <see cref="Advice"/> sorts stores by these values: keep their order. Their names
/// in snake case are a published format.
/// </summary>
public enum RateVerdict
{
    /// <summary>The whole interval lies at the rate or above.</summary>
    Holds,

    /// <summary>
    /// The interval contains the rate, so more trials decide; or the rate lies outside of the rates that the search tried.
    /// </summary>
    Open,

    /// <summary>The whole interval lies below the rate.</summary>
    DoesNotHold,

    /// <summary>
    /// There is no search for this limit, or it ended without an interval of the rate, or it has not ended or was given up. Or
    /// an audit of the store failed.
    /// </summary>
    NotMeasured,
}
