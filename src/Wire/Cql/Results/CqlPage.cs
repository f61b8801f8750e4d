using DbIngest.Wire.Cql.Frames;

namespace DbIngest.Wire.Cql.Results;

/// <summary>A page of rows as the server sent it; valid until the next message of its connection is read.</summary>
public readonly ref struct CqlPage
{
    private readonly CqlReader _rows;

    internal CqlPage(IReadOnlyList<CqlColumn> columns, byte[] pagingState, int rowCount, CqlReader rows)
    {
        Columns = columns;
        PagingState = pagingState;
        RowCount = rowCount;
        _rows = rows;
    }

    /// <summary>The columns.</summary>
    public IReadOnlyList<CqlColumn> Columns { get; }

    /// <summary>Where the next page begins; empty when this is the last one.</summary>
    public byte[] PagingState { get; }

    /// <summary>How many rows there are.</summary>
    public int RowCount { get; }

    /// <summary>
    /// The rows' values one after the other, each as [bytes]: <see cref="CqlReader.Bytes"/> is called
    /// <see cref="RowCount"/> times the number of columns.
    /// </summary>
    public CqlReader Rows => _rows;
}
