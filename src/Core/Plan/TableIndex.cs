namespace DbIngest.Core.Plan;

/// <summary>
/// The values of the axis <see cref="SweepAxes.Index"/>: how the database finds single records of a table. <c>TableKey</c> and
/// <see cref="Point"/> decide by them which keys and indexes the table of a point gets. Journals contain these words, so they
/// must not be renamed.
/// </summary>
public static class TableIndex
{
    /// <summary>A unique key on source and sequence number.</summary>
    public const string Key = "key";

    /// <summary>The key, and an index on source and timestamp.</summary>
    public const string Time = "time";

    /// <summary>No key and no index: the database reads the whole table.</summary>
    public const string None = "none";
}
