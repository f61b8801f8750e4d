using BenchmarkDotNet.Attributes;
using DbIngest.Abstractions.Records;
using DbIngest.Targets.Lines;
using DbIngest.Wire.Lines;

namespace DbIngest.Bench.Micro;

/// <summary>
/// Microbenchmarks of the line protocol's encoders for InfluxDB and QuestDB, like <see cref="EncoderBench"/>. Times and
/// allocations are per record.
/// </summary>
public class LineEncoderBench : IDisposable
{
    private const int Records = EncodedBatch.Records;

    private readonly RecordBatch _batch = EncodedBatch.Make();
    private readonly LineBuffer _lines = new();
    private readonly RecordLines _text;
    private readonly RecordLines _binary;

    public LineEncoderBench()
    {
        _text = new RecordLines("records", _batch.Schema, isBinary: false);
        _binary = new RecordLines("records", _batch.Schema, isBinary: true);
    }

    [GlobalCleanup]
    public void Dispose()
    {
        _lines.Dispose();
        GC.SuppressFinalize(this);
    }

    /// <summary>InfluxDB's lines, doubles as text.</summary>
    [Benchmark(OperationsPerInvoke = Records)]
    public int InfluxLines() => Append(_text);

    /// <summary>QuestDB's lines, doubles as bytes.</summary>
    [Benchmark(OperationsPerInvoke = Records)]
    public int QuestDbLines() => Append(_binary);

    private int Append(RecordLines lines)
    {
        _lines.Clear();
        lines.Append(_lines, _batch);
        return _lines.Written.Length;
    }
}
