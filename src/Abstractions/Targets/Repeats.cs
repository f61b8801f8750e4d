namespace DbIngest.Abstractions.Targets;

/// <summary>
/// Says what a database stores of records that a source sends twice (<c>--duplicates</c>). A target states it in its
/// <see cref="TargetDescription"/>, the audit expects it, and results record the names, which must not change.
/// </summary>
public enum Repeats
{
    /// <summary>The database stores one row per record, by a key or by deduplication.</summary>
    KeepsOne,

    /// <summary>The database stores one row per sending.</summary>
    KeepsBoth,

    /// <summary>The database refuses the second sending. The command line then refuses <c>--duplicates</c>.</summary>
    Refuses,
}
