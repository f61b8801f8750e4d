namespace DbIngest.Analysis.Compare;

/// <summary>
/// The verdict of a comparison over all common points. <see cref="Comparison"/> decides it; tables and JSON state it. Its names
/// in snake case are a published format.
/// </summary>
public enum OverallVerdict
{
    /// <summary>Every common point is equivalent.</summary>
    Equivalent,

    /// <summary>A point is faster and none slower.</summary>
    Faster,

    /// <summary>A point is slower and none faster.</summary>
    Slower,

    /// <summary>Points are faster and points are slower.</summary>
    Mixed,

    /// <summary>No point differs, and not every one is equivalent.</summary>
    NotEnoughData,

    /// <summary>No common point has figures on both sides.</summary>
    NothingInCommon,
}
