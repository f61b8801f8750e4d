namespace DbIngest.Analysis.Compare;

/// <summary>
/// The verdict on B against A at one point or search. <see cref="PointComparisons"/> decides it by tests,
/// <see cref="SearchComparison"/> by the intervals of both rates. Tables, pages and JSON state it. Its names in snake case are a
/// published format.
/// </summary>
public enum PointVerdict
{
    /// <summary>
    /// The ratio lies within the threshold: proved by two one-sided tests, or of a search by its whole interval.
    /// </summary>
    Equivalent,

    /// <summary>B is faster: the ratio differs from 1, and is not equivalent.</summary>
    Faster,

    /// <summary>B is slower: the ratio differs from 1, and is not equivalent.</summary>
    Slower,

    /// <summary>Neither a difference nor equivalence can be shown with these trials or intervals.</summary>
    NotEnoughData,

    /// <summary>A side has no figures at this point.</summary>
    Missing,
}
