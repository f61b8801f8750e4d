using System.Buffers;
using BenchmarkDotNet.Attributes;
using DbIngest.Abstractions.Records;
using DbIngest.Targets;
using DbIngest.Targets.ClickHouse;
using DbIngest.Targets.MySql;
using DbIngest.Targets.SqlServer;

namespace DbIngest.Bench.Micro;

/// <summary>
/// Microbenchmarks of the row encoders for SQL Server, MySQL, MariaDB and ClickHouse, like <see cref="EncoderBench"/>. Times and
/// allocations are per record.
/// </summary>
public class RowEncoderBench : IDisposable
{
    private const int Records = EncodedBatch.Records;

    private readonly RecordBatch _batch = EncodedBatch.Make();
    private readonly ArrayBufferWriter<byte> _output;
    private readonly byte[] _nulls;
    private readonly SqlServerRowEncoder _bulkLoad;
    private readonly RowBinary _rowBinary;
    private readonly RowText _statement;
    private readonly RowText _file;

    public RowEncoderBench()
    {
        int values = _batch.Schema.ValueCount;
        _output = new ArrayBufferWriter<byte>(Records * RowText.MaxRowBytes(values));
        _nulls = new byte[Records * (4 + values) / 8 + 1];
        _bulkLoad = new SqlServerRowEncoder(values);
        _rowBinary = new RowBinary(_batch.Schema);
        _statement = RowText.OfStatement(values);
        _file = RowText.OfFile(values);
    }

    [GlobalCleanup]
    public void Dispose()
    {
        _rowBinary.Dispose();
        GC.SuppressFinalize(this);
    }

    /// <summary>SQL Server's rows of a bulk load.</summary>
    [Benchmark(OperationsPerInvoke = Records)]
    public int SqlServerBulkLoad()
    {
        _output.ResetWrittenCount();
        _bulkLoad.WriteTo(_batch, 0, Records, _output);
        return _output.WrittenCount;
    }

    /// <summary>MariaDB's bulk execution.</summary>
    [Benchmark(OperationsPerInvoke = Records)]
    public int MariaDbBulk() => BulkWay.Encode(_batch, 0, Records, _output.GetSpan());

    /// <summary>MySQL's prepared statements of many rows.</summary>
    [Benchmark(OperationsPerInvoke = Records)]
    public int MySqlPrepared() => PreparedWay.Encode(_batch, 0, Records, _output.GetSpan(), _nulls);

    /// <summary>MySQL's INSERT of many rows, as text.</summary>
    [Benchmark(OperationsPerInvoke = Records)]
    public int MySqlInsert() => Text(_statement);

    /// <summary>The file of MySQL's LOAD DATA, and of CockroachDB's COPY.</summary>
    [Benchmark(OperationsPerInvoke = Records)]
    public int MySqlLoad() => Text(_file);

    /// <summary>ClickHouse's RowBinary.</summary>
    [Benchmark(OperationsPerInvoke = Records)]
    public int ClickHouseRowBinary() => _rowBinary.Encode(_batch).Length;

    private int Text(RowText text)
    {
        _output.ResetWrittenCount();
        text.WriteTo(_batch, 0, Records, _output);
        return _output.WrittenCount;
    }
}
