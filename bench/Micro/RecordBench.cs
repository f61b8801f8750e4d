using System.IO.Hashing;
using System.Runtime.InteropServices;
using BenchmarkDotNet.Attributes;
using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;
using DbIngest.Bench.SideBySide;
using DbIngest.Core.Sources;

namespace DbIngest.Bench.Micro;

/// <summary>
/// Microbenchmarks of each step in the null target's path: generating, hashing, writing. The bench command <c>micro</c> runs it.
/// Times and allocations are per record.
/// </summary>
public class RecordBench : IDisposable
{
    private const int Records = 10_000;

    private readonly BareLane _lane = new(Records);
    private readonly IRecordSource _records;
    private readonly IBatchWriter _writer;
    private long _sequence;

    public RecordBench()
    {
        _lane.Target.Prepare(new TrialTable(_lane.Workload.Schema, 1, Records));
        _records = _lane.Workload.Open(0);
        _writer = _lane.Target.OpenWriter(0);
    }

    [GlobalSetup]
    public void Setup() => Fill();

    [GlobalCleanup]
    public void Dispose()
    {
        _writer.Dispose();
        _records.Dispose();
        _lane.Dispose();
        GC.SuppressFinalize(this);
    }

    [Benchmark(OperationsPerInvoke = Records)]
    public void Fill() => _records.Fill(_lane.Batch, NextSequence(), Records);

    [Benchmark(OperationsPerInvoke = Records)]
    public ulong Hash() => RecordHash.Sum(_lane.Batch);

    /// <summary>The package's hash wants a record's bytes in a row, which a batch has in columns.</summary>
    [Benchmark(OperationsPerInvoke = Records)]
    public ulong HashByPackage()
    {
        var batch = _lane.Batch;
        Span<ulong> record = stackalloc ulong[3 + batch.Schema.ValueCount];
        ulong sum = 0;
        for (int row = 0; row < batch.Count; row++)
        {
            record[0] = (ulong)(batch.FirstSequence + row);
            record[1] = ((ulong)(uint)batch.Source << 32) | batch.Qualities[row];
            record[2] = (ulong)batch.Timestamps[row];
            for (int column = 0; column < batch.Schema.ValueCount; column++)
            {
                record[3 + column] = BitConverter.DoubleToUInt64Bits(batch.Values[(column * batch.Capacity) + row]);
            }

            sum += XxHash3.HashToUInt64(MemoryMarshal.AsBytes(record));
        }

        return sum;
    }

    [Benchmark(OperationsPerInvoke = Records)]
    public void NullWrite()
    {
        _lane.Batch.Reset(0, NextSequence(), Records);
        _writer.Write(_lane.Batch);
    }

    private long NextSequence() => (_sequence += Records) - Records;
}
