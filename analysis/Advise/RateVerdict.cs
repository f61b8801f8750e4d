namespace DbIngest.Analysis.Advise;

/// <summary>Whether a store holds the rate of <see cref="AdviceRequest"/>, by the interval of its sustainable rate.</summary>
public enum RateVerdict
{
    /// <summary>The whole interval lies at the rate or above.</summary>
    Holds,

    /// <summary>The interval contains the rate: more trials decide.</summary>
    Open,

    /// <summary>The whole interval lies below the rate.</summary>
    DoesNotHold,

    /// <summary>No search tells.</summary>
    NotMeasured,
}
