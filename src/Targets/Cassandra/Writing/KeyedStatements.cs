using DbIngest.Abstractions.Operations;
using DbIngest.Abstractions.Records;
using DbIngest.Wire.Cql;
using DbIngest.Wire.Cql.Frames;
using DbIngest.Wire.Cql.Results;

namespace DbIngest.Targets.Cassandra.Writing;

/// <summary>
/// The statements on single records, prepared on one connection. <see cref="NodeLink"/> owns one, and
/// <see cref="CassandraWriter"/> calls it on the lane's thread, in a mix or for a service. It never repeats a statement.
/// </summary>
internal sealed class KeyedStatements
{
    private const int PageRows = 5000;

    private readonly CqlConnection _connection;
    private readonly CqlPrepared _read;
    private readonly CqlPrepared _update;
    private readonly CqlPrepared _delete;
    private readonly string _conditional;
    private readonly double[] _values;
    private readonly bool _isServed;
    private CqlPrepared? _updateIf;

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
            var page = _connection.QueryPage(_read, consistency, PageRows, pagingState, source, bucket, first, end);
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
        _connection.BeginInsert(_update, consistency);
        Content(record);
        Complete(record.Source, bucket, record.FirstSequence);
    }

    /// <summary>
    /// Sets quality and values of one record if its quality is <c>quality</c>, by a lightweight transaction. With a local
    /// consistency level only the replicas of the client's data centre must agree.
    /// </summary>
    /// <returns>True if the record had this quality and was set.</returns>
    public bool UpdateIf(RecordBatch record, int bucket, uint quality, CqlConsistency consistency)
    {
        _connection.BeginConditional(_updateIf ??= _connection.Prepare(_conditional), consistency);
        Content(record);
        Key(record.Source, bucket, record.FirstSequence);
        _connection.Requests.IntValue((int)quality);
        return _connection.EndConditional(consistency is CqlConsistency.LocalOne or CqlConsistency.LocalQuorum
            ? CqlConsistency.LocalSerial : CqlConsistency.Serial);
    }

    /// <summary>Deletes one record.</summary>
    public void Delete(int source, int bucket, long sequence, CqlConsistency consistency)
    {
        _connection.BeginInsert(_delete, consistency);
        Complete(source, bucket, sequence);
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

    private void Complete(int source, int bucket, long sequence)
    {
        Key(source, bucket, sequence);
        _connection.EndInsert();
        _connection.Flush();
        _connection.ReceiveAcknowledgement(out var error);
        if (error is not null)
        {
            throw error;
        }
    }
}
