using DbIngest.Core.Records;

namespace DbIngest.Sources.Recording;

/// <summary>
/// How records lie in the temporary file: blocks of equal size, each with all timestamps, then the values column by column, then
/// the qualities. Within a block a column is contiguous, so that filling a batch is one copy a column.
/// </summary>
internal readonly struct BlockLayout
{
    private const int MaxRows = 4096;
    private const int TargetBytes = 1 << 20;

    /// <summary>Creates the layout.</summary>
    /// <param name="values">Values a record.</param>
    public BlockLayout(int values)
    {
        Rows = MaxRows;
        while (Rows * BytesPerRow(values) > TargetBytes)
        {
            Rows /= 2;
        }

        Bytes = (long)Rows * BytesPerRow(values);
        Values = (long)Rows * sizeof(long);
        Qualities = Values + ((long)Rows * values * sizeof(double));
    }

    /// <summary>Rows a block: a power of two, so that a block has at most 1 MiB.</summary>
    public int Rows { get; }

    /// <summary>Bytes a block.</summary>
    public long Bytes { get; }

    /// <summary>Where in a block the values begin.</summary>
    public long Values { get; }

    /// <summary>Where in a block the qualities begin.</summary>
    public long Qualities { get; }

    private static int BytesPerRow(int values) => sizeof(long) + (values * sizeof(double)) + sizeof(RecordQuality);
}
