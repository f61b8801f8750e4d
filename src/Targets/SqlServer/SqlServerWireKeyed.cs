using DbIngest.Abstractions.Operations;
using DbIngest.Abstractions.Records;
using DbIngest.Wire.Tds;

namespace DbIngest.Targets.SqlServer;

/// <summary>
/// Reads and changes single records through DbIngest's own client. <see cref="SqlServerWireLoad"/> creates one at the first
/// operation of a mix, and <see cref="SqlServerWriter"/> calls it on the timed path, one thread at a time. A deletion does not
/// tell whether the record existed. Allocates nothing per record. A missing value (NaN) becomes NULL.
/// </summary>
internal sealed class SqlServerWireKeyed : IKeyedRecords
{
    private readonly TdsStatement _scan;
    private readonly TdsStatement _update;
    private readonly TdsStatement _updateIf;
    private readonly TdsStatement _delete;
    private readonly double[] _values;

    public SqlServerWireKeyed(TdsConnection connection, SqlServerTable table)
    {
        _values = new double[table.ValueCount];
        TdsValueType[] changes =
        [
            TdsValueType.Int, TdsValueType.BigInt, TdsValueType.Int, .. _values.Select(_ => TdsValueType.NullableFloat),
        ];
        _scan = connection.Statement(table.Scan, TdsValueType.Int, TdsValueType.BigInt, TdsValueType.BigInt);
        _update = connection.Statement(table.Update, changes);
        _updateIf = connection.Statement(table.UpdateIf, [.. changes, TdsValueType.Int]);
        _delete = connection.Statement(SqlServerTable.Delete, TdsValueType.Int, TdsValueType.BigInt);
    }

    public void Read(int source, long first, int count, IRecordReceiver found)
    {
        var rows = _scan.Begin().Int32(source).Int64(first).Int64(first + count).Query();
        while (rows.Read())
        {
            var (owner, sequence, timestamp, quality) = (rows.Int32(), rows.Int64(), rows.Int64(), (uint)rows.Int32());
            for (int i = 0; i < _values.Length; i++)
            {
                _values[i] = rows.Double();
            }

            found.Add(owner, sequence, timestamp, quality, _values);
        }
    }

    public void Update(RecordBatch record) => Bind(_update, record).Execute();

    public bool UpdateIf(RecordBatch record, uint quality) => Bind(_updateIf, record).Int32((int)quality).Execute() > 0;

    public bool? Delete(int source, long sequence)
    {
        _delete.Begin().Int32(source).Int64(sequence).Execute();
        return null;
    }

    private static TdsStatement Bind(TdsStatement statement, RecordBatch record)
    {
        statement.Begin().Int32(record.Source).Int64(record.FirstSequence).Int32((int)record.Qualities[0]);
        for (int column = 0; column < record.Schema.ValueCount; column++)
        {
            statement.Double(record.Values[column * record.Capacity]);
        }

        return statement;
    }
}
