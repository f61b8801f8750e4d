namespace DbIngest.Analysis.Compare;

/// <summary>
/// The verdict on B against A at one point. <see cref="PointComparisons"/> decides it; its names in snake case are a published
/// format.
/// </summary>
public enum PointVerdict
{
    /// <summary>The ratio lies within the threshold, proved by two one-sided tests.</summary>
    Equivalent,

    /// <summary>B is faster: the ratio differs from 1, and is not equivalent.</summary>
    Faster,

    /// <summary>B is slower: the ratio differs from 1, and is not equivalent.</summary>
    Slower,

    /// <summary>Neither a difference nor equivalence can be shown with these trials.</summary>
    NotEnoughData,

    /// <summary>A side has no figures at this point.</summary>
    Missing,
}
