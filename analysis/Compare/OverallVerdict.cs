namespace DbIngest.Analysis.Compare;

/// <summary>
/// The verdict of a comparison over all common points and searches, those without figures left out. <see cref="Comparison"/>
/// decides it, and tables and JSON state it. It decides no exit code: <see cref="Comparison.IsRegression"/> does. Its names in
/// snake case are a published format.
/// </summary>
public enum OverallVerdict
{
    /// <summary>Every point or search with figures on both sides is equivalent.</summary>
    Equivalent,

    /// <summary>A point or search is faster and none slower.</summary>
    Faster,

    /// <summary>A point or search is slower and none faster.</summary>
    Slower,

    /// <summary>Some points or searches are faster and some slower.</summary>
    Mixed,

    /// <summary>No point or search differs, and not every one is equivalent.</summary>
    NotEnoughData,

    /// <summary>No common point or search has figures on both sides.</summary>
    NothingInCommon,
}
