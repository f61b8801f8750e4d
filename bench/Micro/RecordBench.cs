using BenchmarkDotNet.Attributes;
using DbIngest.Bench.SideBySide;
using DbIngest.Core.Records;

namespace DbIngest.Bench.Micro;

/// <summary>What one record costs in each step of the null target's path: generating, hashing, writing. Times are a record's.</summary>
public class RecordBench : IDisposable
{
    private const int Records = 10_000;

    private readonly BareLane _lane = new(Records);
    private long _sequence;

    [GlobalSetup]
    public void Setup() => Fill();

    [GlobalCleanup]
    public void Dispose()
    {
        _lane.Dispose();
        GC.SuppressFinalize(this);
    }

    [Benchmark(OperationsPerInvoke = Records)]
    public void Fill() => _lane.Records.Fill(_lane.Batch, NextSequence(), Records);

    [Benchmark(OperationsPerInvoke = Records)]
    public ulong Hash() => RecordHash.Sum(_lane.Batch);

    [Benchmark(OperationsPerInvoke = Records)]
    public void NullWrite()
    {
        _lane.Batch.Reset(0, NextSequence(), Records);
        _lane.Writer.Write(_lane.Batch);
    }

    private long NextSequence() => (_sequence += Records) - Records;
}
