using DbIngest.Abstractions.Operations;
using DbIngest.Abstractions.Records;
using DbIngest.Wire.Pg;

namespace DbIngest.Targets.Postgres.Sessions;

/// <summary>
/// Reads and changes single records through DbIngest's own client. <see cref="PostgresWireSession"/> creates one at the first
/// operation on single records. Allocates nothing per record. A missing value (NaN) becomes NULL.
/// </summary>
internal sealed class PostgresWireKeyed : IPostgresKeyed
{
    private readonly PgStatement _read;
    private readonly PgStatement _scan;
    private readonly PgStatement _find;
    private readonly PgStatement _update;
    private readonly PgStatement _updateIf;
    private readonly PgStatement _delete;
    private readonly double[] _values;

    public PostgresWireKeyed(PgConnection connection, PostgresTable table)
    {
        int valueCount = table.Trial.Schema.ValueCount;
        _read = connection.Prepare("read", table.Read, parameters: 2);
        _scan = connection.Prepare("scan", table.Scan, parameters: 3);
        _find = connection.Prepare("find", table.Find, parameters: 2);
        _update = connection.Prepare("update", table.Update, parameters: 3 + valueCount);
        _updateIf = connection.Prepare("update_if", table.UpdateIf, parameters: 4 + valueCount);
        _delete = connection.Prepare("delete", PostgresTable.Delete, parameters: 2);
        _values = new double[valueCount];
    }

    public void Read(int source, long first, int count, IRecordReceiver found)
    {
        var statement = count == 1 ? _read : _scan;
        statement.Begin().Int32(source).Int64(first);
        if (count > 1)
        {
            statement.Int64(first + count);
        }

        Rows(statement, found);
    }

    public void Find(int source, long timestamp, IRecordReceiver found)
    {
        _find.Begin().Int32(source).Int64(timestamp - CopyEncoder.EpochMicroseconds);
        Rows(_find, found);
    }

    public void Update(RecordBatch record) => Complete(Bind(_update, record));

    public bool UpdateIf(RecordBatch record, uint quality)
    {
        Complete(Bind(_updateIf, record).Int32((int)quality));
        return _updateIf.Affected > 0;
    }

    public bool Delete(int source, long sequence)
    {
        Complete(_delete.Begin().Int32(source).Int64(sequence));
        return _delete.Affected > 0;
    }

    private void Rows(PgStatement statement, IRecordReceiver found)
    {
        statement.Send();
        while (statement.TryRead(out var row))
        {
            long sequence = row.Int64();
            long timestamp = row.Int64() + CopyEncoder.EpochMicroseconds;
            int owner = row.Int32();
            uint quality = (uint)row.Int32();
            for (int i = 0; i < _values.Length; i++)
            {
                _values[i] = row.Double();
            }

            found.Add(owner, sequence, timestamp, quality, _values);
        }
    }

    private static PgStatement Bind(PgStatement statement, RecordBatch record)
    {
        statement.Begin().Int32(record.Source).Int64(record.FirstSequence).Int32((int)record.Qualities[0]);
        for (int column = 0; column < record.Schema.ValueCount; column++)
        {
            statement.Double(record.Values[column * record.Capacity]);
        }

        return statement;
    }

    private static void Complete(PgStatement statement)
    {
        statement.Send();
        while (statement.TryRead(out _))
        {
            // An UPDATE or DELETE has no rows.
        }
    }
}
