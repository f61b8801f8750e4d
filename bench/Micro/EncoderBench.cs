using System.Buffers;
using BenchmarkDotNet.Attributes;
using DbIngest.Abstractions.Records;
using DbIngest.Targets.Cassandra.Writing;
using DbIngest.Targets.Postgres.Sessions;
using DbIngest.Wire.Cql.Frames;
using DbIngest.Wire.Cql.Results;

namespace DbIngest.Bench.Micro;

/// <summary>
/// Microbenchmarks of encoding a record of nine values into the bytes that a database receives. The bench command <c>micro</c>
/// runs it. Times and allocations are per record.
/// </summary>
public class EncoderBench
{
    private const int Records = EncodedBatch.Records;
    private const int RowsPerStatement = 200;

    private readonly RecordBatch _batch = EncodedBatch.Make();
    private readonly CopyEncoder _copy;
    private readonly ArrayBufferWriter<byte> _copied;
    private readonly CassandraRowEncoder _rows;
    private readonly CqlRequestBuffer _request = new(version: 5);

    public EncoderBench()
    {
        int values = _batch.Schema.ValueCount;
        _copy = new CopyEncoder(values);
        _copied = new ArrayBufferWriter<byte>(Records * CopyEncoder.RowBytes(values) + 1024);
        var parameters = Enumerable.Repeat(new CqlColumn("p", 2), values + 5);
        _rows = new CassandraRowEncoder(new CqlPrepared("INSERT", new byte[16], Array.Empty<byte>(), [.. parameters], []),
            values);
    }

    /// <summary>PostgreSQL's binary COPY, a batch as one stream.</summary>
    [Benchmark(OperationsPerInvoke = Records)]
    public int PostgresCopy()
    {
        _copied.ResetWrittenCount();
        _copy.WriteTo(_batch, _copied);
        return _copied.WrittenCount;
    }

    /// <summary>Cassandra's rows as statements of batches of 200.</summary>
    [Benchmark(OperationsPerInvoke = Records)]
    public int CassandraRows()
    {
        int bytes = 0;
        for (int row = 0; row < Records; row += RowsPerStatement)
        {
            _request.Begin(CqlOpcode.Batch, stream: 0);
            _rows.AppendStatements(_request, _batch, row, RowsPerStatement, bucket: 0);
            _request.End();
            bytes += _request.Finish().Length;
        }

        return bytes;
    }
}
