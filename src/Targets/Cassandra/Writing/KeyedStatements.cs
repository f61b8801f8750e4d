using DbIngest.Abstractions.Operations;
using DbIngest.Abstractions.Records;
using DbIngest.Wire.Cql;
using DbIngest.Wire.Cql.Errors;
using DbIngest.Wire.Cql.Frames;
using DbIngest.Wire.Cql.Results;

namespace DbIngest.Targets.Cassandra.Writing;

/// <summary>
/// Reads and changes single records by statements that are prepared on one connection. <see cref="NodeLink"/> owns one, and
/// <see cref="CassandraWriter"/> calls it on the lane's thread, in a mix or for a service. It repeats a statement only if the
/// server has forgotten it and so did nothing.
/// </summary>
internal sealed class KeyedStatements
{
    private const int PageRows = 5000;
    private const int MaxPreparations = 3;

    private readonly CqlConnection _connection;
    private readonly string _conditional;
    private readonly double[] _values;
    private readonly bool _isServed;
    private CqlPrepared _read;
    private CqlPrepared _update;
    private CqlPrepared _delete;
    private CqlPrepared? _updateIf;
    private int _preparations;

    public KeyedStatements(CqlConnection connection, CassandraTable table)
    {
        _conditional = table.UpdateIf;
        _connection = connection;
        _isServed = table.IsServed;
        _read = connection.Prepare(table.Read);
        _update = connection.Prepare(table.Update);
        _delete = connection.Prepare(table.Delete);
        _values = new double[table.Schema.ValueCount];
    }

    /// <summary>Reads the records of a partition from sequence number <c>first</c> up to, but without, <c>end</c>.</summary>
    public void Read(int source, int bucket, long first, long end, CqlConsistency consistency, IRecordReceiver found)
    {
        byte[] pagingState = [];
        do
        {
            var page = Page(source, bucket, first, end, consistency, pagingState);
            var rows = page.Rows;
            for (int i = 0; i < page.RowCount; i++)
            {
                var row = StoredRow.Take(ref rows, _values);
                found.Add(row.Source, row.Sequence, row.Timestamp, row.Quality, _values);
            }

            pagingState = page.PagingState;
        }
        while (pagingState.Length > 0);
    }

    /// <summary>
    /// Sets quality and values of one record. In a service a missing value is sent as null, which clears the stored value. In a
    /// trial it is not sent, because the record never had the value.
    /// </summary>
    public void Update(RecordBatch record, int bucket, CqlConsistency consistency)
    {
        do
        {
            _connection.BeginInsert(_update, consistency);
            Content(record);
        }
        while (!TryComplete(record.Source, bucket, record.FirstSequence, ref _update));
    }

    /// <summary>
    /// Sets quality and values of one record if its quality is <c>quality</c>, by a lightweight transaction. With a local
    /// consistency level only the replicas of the client's data centre must agree.
    /// </summary>
    /// <returns>True if the record had this quality and was set.</returns>
    public bool UpdateIf(RecordBatch record, int bucket, uint quality, CqlConsistency consistency)
    {
        while (true)
        {
            var statement = _updateIf ??= _connection.Prepare(_conditional);
            try
            {
                _connection.BeginConditional(statement, consistency);
                Content(record);
                Key(record.Source, bucket, record.FirstSequence);
                _connection.Requests.IntValue((int)quality);
                bool isApplied = _connection.EndConditional(consistency is CqlConsistency.LocalOne or CqlConsistency.LocalQuorum
                    ? CqlConsistency.LocalSerial : CqlConsistency.Serial);
                _preparations = 0;
                return isApplied;
            }
            catch (CqlUnpreparedException forgotten)
            {
                _updateIf = PrepareAgain(statement, forgotten);
            }
        }
    }

    /// <summary>Deletes one record.</summary>
    public void Delete(int source, int bucket, long sequence, CqlConsistency consistency)
    {
        do
        {
            _connection.BeginInsert(_delete, consistency);
        }
        while (!TryComplete(source, bucket, sequence, ref _delete));
    }

    private CqlPage Page(int source, int bucket, long first, long end, CqlConsistency consistency, byte[] pagingState)
    {
        while (true)
        {
            try
            {
                var page = _connection.QueryPage(_read, consistency, PageRows, pagingState, source, bucket, first, end);
                _preparations = 0;
                return page;
            }
            catch (CqlUnpreparedException forgotten)
            {
                _read = PrepareAgain(_read, forgotten);
            }
        }
    }

    private void Content(RecordBatch record)
    {
        var to = _connection.Requests;
        if (_isServed)
        {
            to.BigintValue(record.Timestamps[0]);
        }

        to.IntValue((int)record.Qualities[0]);
        for (int column = 0; column < _values.Length; column++)
        {
            double value = record.Values[column * record.Capacity];
            if (double.IsNaN(value))
            {
                if (_isServed)
                {
                    to.Null();
                }
                else
                {
                    to.NotSet();
                }
            }
            else
            {
                to.DoubleValue(value);
            }
        }
    }

    private void Key(int source, int bucket, long sequence)
    {
        var to = _connection.Requests;
        to.IntValue(source);
        to.IntValue(bucket);
        to.BigintValue(sequence);
    }

    /// <summary>Sends the current change and waits for its answer.</summary>
    /// <param name="source">The record's source.</param>
    /// <param name="bucket">The record's partition.</param>
    /// <param name="sequence">The record's sequence number.</param>
    /// <param name="statement">The change's statement. Prepared again if the server has forgotten it.</param>
    /// <returns>False if the server had forgotten the statement, so that the change must be sent again.</returns>
    private bool TryComplete(int source, int bucket, long sequence, ref CqlPrepared statement)
    {
        Key(source, bucket, sequence);
        _connection.EndInsert();
        _connection.Flush();
        _connection.ReceiveAcknowledgement(out var error);
        if (error is CqlUnpreparedException forgotten)
        {
            statement = PrepareAgain(statement, forgotten);
            return false;
        }

        _preparations = 0;
        return error is null ? true : throw error;
    }

    /// <summary>Prepares a statement that the server has forgotten, a few times in a row at most.</summary>
    private CqlPrepared PrepareAgain(CqlPrepared statement, CqlUnpreparedException forgotten)
    {
        if (_preparations++ == MaxPreparations)
        {
            _preparations = 0;
            throw forgotten;
        }

        return _connection.Prepare(statement.Cql);
    }
}
