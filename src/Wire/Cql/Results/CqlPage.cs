using DbIngest.Wire.Cql.Frames;

namespace DbIngest.Wire.Cql.Results;

/// <summary>
/// One page of rows as the server sent it, read in place. <see cref="CqlConnection.QueryPage"/> returns it to
/// <c>CassandraAudit</c>, to <c>KeyedStatements</c> for reads of single records and to <c>NodeLink</c> for counts. Valid until
/// the connection reads its next message.
/// </summary>
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

    /// <summary>The columns of every row.</summary>
    public IReadOnlyList<CqlColumn> Columns { get; }

    /// <summary>The position of the next page, for <see cref="CqlConnection.QueryPage"/>; empty on the last page.</summary>
    public byte[] PagingState { get; }

    /// <summary>Number of rows in the page.</summary>
    public int RowCount { get; }

    /// <summary>
    /// The values of all rows, one after another, each as [bytes]: call <see cref="CqlReader.Bytes"/> for each row and column.
    /// </summary>
    public CqlReader Rows => _rows;
}
