using DbIngest.Abstractions.Records;

namespace DbIngest.Sources.Recording;

/// <summary>
/// Layout of the temporary file that holds a recording: blocks of equal numbers of rows, each with a directory, all timestamps,
/// the values column by column, and the qualities. <see cref="SpoolWriter"/> writes by it, <see cref="RecordingSource"/> reads by
/// it. Immutable.
/// </summary>
/// <remarks>
/// Columns are contiguous within a block, so that filling a batch is one copy per column. <see cref="ColumnCoding"/> stores
/// constant columns, digital channels and a recorder's samples in less space.
/// </remarks>
internal readonly struct BlockLayout
{
    private const int MaxRows = 4096;

    // A block being filled, a block being written and the rows they come from stay in the second-level cache.
    private const int TargetBytes = 1 << 18;

    /// <summary>Creates the layout.</summary>
    /// <param name="values">Number of values per record.</param>
    public BlockLayout(int values)
    {
        Rows = MaxRows;
        while (Rows * BytesPerRow(values) > TargetBytes)
        {
            Rows /= 2;
        }

        // The directory has an entry per column and one for the qualities. It ends at a multiple of eight.
        Timestamps = ((values + 1) * sizeof(int)) + 7 & ~7;
        Columns = Timestamps + (Rows * sizeof(long));
    }

    /// <summary>Rows per block: a power of two at which a block has at most about 256 KiB.</summary>
    public int Rows { get; }

    /// <summary>Offset of the timestamps in a block. The directory is before them.</summary>
    public int Timestamps { get; }

    /// <summary>Offset of the first column in a block.</summary>
    public int Columns { get; }

    /// <summary>Bytes of a block without any coding.</summary>
    /// <param name="values">Number of values per record.</param>
    public int LargestBytes(int values) => Columns + (Rows * ((values * sizeof(double)) + sizeof(RecordQuality))) + sizeof(long);

    private static int BytesPerRow(int values) => sizeof(long) + (values * sizeof(double)) + sizeof(RecordQuality);
}
