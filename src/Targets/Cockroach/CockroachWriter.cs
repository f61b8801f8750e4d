using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Cockroach.Sessions;
using DbIngest.Wire;
using DbIngest.Wire.Pg;

namespace DbIngest.Targets.Cockroach;

/// <summary>
/// Writes the batches of one lane into CockroachDB, one transaction per batch, over a connection to one node. After a loss it
/// connects to the same node, or to the next one that answers. <see cref="CockroachTarget"/> opens one per lane, and the lane's
/// thread calls it on the timed path: it allocates nothing per record and never retries.
/// </summary>
/// <remarks>
/// An UPSERT of all columns stores a record once however often it arrives. With INSERT and COPY the primary key rejects a
/// repeated batch as a whole, and <see cref="Recover"/> then finds that it is stored. A batch of which only a part is stored
/// is deleted then.
/// </remarks>
internal sealed class CockroachWriter : KeyedWriter<CockroachKeyed>, IBatchWriter, IConditionalUpdates
{
    private const int MaxParameters = 65_535;

    private readonly CockroachCluster _cluster;
    private readonly CockroachTable _table;
    private readonly bool _isCopy;
    private readonly bool _isUpsert;
    private readonly int _maxRows;
    private readonly RowText _text;
    private readonly Dictionary<int, PgStatement> _inserts = [];
    private readonly CancellationTokenRegistration _interruption;
    private volatile bool _isCut;
    private PgConnection? _connection;
    private CockroachKeyed? _keyed;
    private string? _session;
    private string? _suspect;
    private int _node;

    /// <summary>Connects to a node.</summary>
    /// <param name="cluster">The cluster's nodes.</param>
    /// <param name="table">The table and its statements.</param>
    /// <param name="endpoint">The write method and the rows per statement.</param>
    /// <param name="source">The writer's source. Sources are spread over the nodes by number.</param>
    /// <param name="cancellation">Closes the connection when triggered, which ends a pending call.</param>
    /// <exception cref="WireException">No node can be reached, or the login is rejected.</exception>
    public CockroachWriter(CockroachCluster cluster, CockroachTable table, CockroachEndpoint endpoint, int source,
        CancellationToken cancellation)
    {
        _cluster = cluster;
        _table = table;
        _isCopy = endpoint.Way == "copy";
        _isUpsert = endpoint.Way == "upsert";
        _maxRows = Math.Min(endpoint.Rows, MaxParameters / table.Columns);
        _text = RowText.OfFile(table.Schema.ValueCount);
        _node = cluster.NextNode(source);
        Connection();
        _interruption = cancellation.Register(Cut);
    }

    /// <inheritdoc/>
    public bool IsIdempotent => _isUpsert;

    /// <inheritdoc/>
    public bool ServesAnySource => true;

    /// <summary>Number of statements that the session has prepared for batches.</summary>
    internal int PreparedStatements => _inserts.Count;

    /// <inheritdoc/>
    public void Write(RecordBatch batch)
    {
        try
        {
            var connection = Connection();
            bool isTransaction = _isCopy || NextRows(batch.Count) < batch.Count;
            if (isTransaction)
            {
                connection.Query("BEGIN");
            }

            if (_isCopy)
            {
                var copy = connection.CopyIn(_table.Copy);
                _text.WriteTo(batch, 0, batch.Count, copy, isSigned: true);
                copy.Complete();
            }
            else
            {
                for (int row = 0, rows; row < batch.Count; row += rows)
                {
                    rows = NextRows(batch.Count - row);
                    Insert(connection, batch, row, rows);
                }
            }

            if (isTransaction)
            {
                connection.Query("COMMIT");
            }
        }
        catch (WireException e)
        {
            throw Failed(e);
        }
    }

    /// <inheritdoc/>
    public BatchFate Recover(RecordBatch batch, bool inDoubt = true)
    {
        Abandon();
        try
        {
            var connection = Connection();
            if (!inDoubt)
            {
                return BatchFate.Absent;
            }

            string inBatch = _table.InBatch(batch);
            string? stored = connection.Query($"SELECT count(*) {inBatch}")[0][0];
            if (stored == batch.Count.ToString(System.Globalization.CultureInfo.InvariantCulture))
            {
                return BatchFate.Stored;
            }

            if (stored != "0")
            {
                connection.Query($"DELETE {inBatch}");
            }

            return BatchFate.Absent;
        }
        catch (WireException e)
        {
            Abandon();
            throw new BatchWriteException($"The fate of the batch is not known yet: {e.Message}", isTransient: true,
                isAmbiguous: inDoubt, e);
        }
    }

    /// <inheritdoc/>
    public void Restore()
    {
        Abandon();
        try
        {
            Connection();
        }
        catch (WireException e)
        {
            Abandon();
            throw new BatchWriteException($"No node can be reached: {e.Message}", isTransient: true, isAmbiguous: true, e);
        }
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        _interruption.Dispose();
        Abandon();
    }

    protected override CockroachKeyed Keyed()
    {
        var connection = Connection();
        return _keyed ??= new CockroachKeyed(connection, _table);
    }

    protected override bool IsFailure(Exception error) => error is WireException;

    protected override BatchWriteException Failed(Exception error)
    {
        Abandon();
        return CockroachErrors.OfWrite((WireException)error);
    }

    private int NextRows(int left) => PreparedSizes.NextRows(_inserts, Math.Min(_maxRows, left));

    private void Insert(PgConnection connection, RecordBatch batch, int firstRow, int rows)
    {
        if (!_inserts.TryGetValue(rows, out var insert))
        {
            // Prepared once per size: all batches of a trial but the last have the same number of records.
            _inserts[rows] = insert = connection.Prepare(System.FormattableString.Invariant($"insert{rows}"), _table.Insert(rows),
                rows * _table.Columns);
        }

        insert.Begin();
        double[] values = batch.Values;
        for (int row = firstRow; row < firstRow + rows; row++)
        {
            insert.Int32(batch.Source).Int64(batch.FirstSequence + row).Int64(batch.Timestamps[row])
                .Int32((int)batch.Qualities[row]);
            int end = batch.Schema.MeasuredCount * batch.Capacity;
            for (int i = row; i < end; i += batch.Capacity)
            {
                insert.Double(values[i]);
            }

            if (batch.Schema.HasSeries)
            {
                insert.Int32((int)values[end + row]);
            }
        }

        insert.Send();
        while (insert.TryRead(out _))
        {
            // An INSERT has no rows.
        }
    }

    /// <summary>
    /// Returns the connection, or opens a new one after a loss. If the table is keyed, it first waits until nothing of the lost
    /// session can take effect any more.
    /// </summary>
    private PgConnection Connection()
    {
        if (_connection is not { } connection)
        {
            connection = _cluster.Open(ref _node);
            Volatile.Write(ref _connection, connection);
            if (_isCut)
            {
                connection.Dispose();
            }

            _session = _table.IsKeyed ? CockroachSession.Name(connection) : null;
        }

        if (_suspect is { } lost)
        {
            CockroachSession.EnsureGone(connection, lost, _cluster.Timeout);
            _suspect = null;
        }

        return connection;
    }

    private void Cut()
    {
        _isCut = true;
        Volatile.Read(ref _connection)?.Dispose();
    }

    private void Abandon()
    {
        if (_connection is { } connection)
        {
            // An earlier suspect stays: its end is not confirmed yet, and the session that was to confirm it has changed nothing.
            _suspect ??= _session;
            (_connection, _session, _keyed) = (null, null, null);
            _inserts.Clear();
            connection.Close();
        }
    }
}
