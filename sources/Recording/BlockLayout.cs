using DbIngest.Abstractions.Records;

namespace DbIngest.Sources.Recording;

/// <summary>
/// How records lie in the temporary file: blocks of an equal number of rows, each with a directory, all timestamps, the values column by
/// column, and the qualities. Within a block a column is contiguous, so that filling a batch is one copy a column; one that is the same in
/// every row, or only zeros and ones as digital channels are, or a recorder's samples, is stored as that.
/// </summary>
internal readonly struct BlockLayout
{
    private const int MaxRows = 4096;

    // A block being filled, one being written and the rows they come from stay in the second-level cache.
    private const int TargetBytes = 1 << 18;

    /// <summary>Creates the layout.</summary>
    /// <param name="values">Values a record.</param>
    public BlockLayout(int values)
    {
        Rows = MaxRows;
        while (Rows * BytesPerRow(values) > TargetBytes)
        {
            Rows /= 2;
        }

        // The directory has an entry for each column and one for the qualities, and ends on a multiple of eight.
        Timestamps = ((values + 1) * sizeof(int)) + 7 & ~7;
        Columns = Timestamps + (Rows * sizeof(long));
    }

    /// <summary>Rows a block: a power of two, so that a block has hardly more than 256 KiB.</summary>
    public int Rows { get; }

    /// <summary>Where in a block the timestamps begin; before them is the directory.</summary>
    public int Timestamps { get; }

    /// <summary>Where in a block the first column begins.</summary>
    public int Columns { get; }

    /// <summary>Bytes of a block without any coding.</summary>
    /// <param name="values">Values a record.</param>
    public int LargestBytes(int values) => Columns + (Rows * ((values * sizeof(double)) + sizeof(RecordQuality))) + sizeof(long);

    private static int BytesPerRow(int values) => sizeof(long) + (values * sizeof(double)) + sizeof(RecordQuality);
}
