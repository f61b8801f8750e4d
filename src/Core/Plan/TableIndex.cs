namespace DbIngest.Core.Plan;

/// <summary>The values of the axis <see cref="SweepAxes.Index"/>: by what single records of a table are found.</summary>
public static class TableIndex
{
    /// <summary>By a unique key on source and sequence number.</summary>
    public const string Key = "key";

    /// <summary>By the key, or by an index on source and timestamp.</summary>
    public const string Time = "time";

    /// <summary>By reading the table.</summary>
    public const string None = "none";
}
