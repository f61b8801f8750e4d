namespace DbIngest.Abstractions.Targets;

/// <summary>
/// What becomes of records that a source sends twice (<c>--duplicates</c>). A target states it in its
/// <see cref="TargetDescription"/>, the audit expects it, and results record it.
/// </summary>
public enum Repeats
{
    /// <summary>A key or deduplication keeps one of them.</summary>
    KeepsOne,

    /// <summary>Both are stored.</summary>
    KeepsBoth,

    /// <summary>The database refuses the second sending, so that sources cannot send twice.</summary>
    Refuses,
}
