namespace DbIngest.Abstractions.Audit;

/// <summary>What a row is whose record was read before. <see cref="SourceTally"/> judges it.</summary>
internal enum FurtherRow
{
    /// <summary>One too many.</summary>
    Duplicate,

    /// <summary>The second row of a record that was sent twice, in a database that keeps both.</summary>
    Expected,

    /// <summary>A row of a record that was sent twice, of which it is not known how often it is stored.</summary>
    InDoubt,
}
