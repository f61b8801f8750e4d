using BenchmarkDotNet.Attributes;
using DbIngest.Abstractions.Records;
using DbIngest.Core.Latency;
using HdrHistogram;

namespace DbIngest.Bench.Micro;

/// <summary>
/// Microbenchmarks of recording one latency over values of all magnitudes, in the product's histogram and in HdrHistogram's. The
/// bench command <c>micro</c> runs it.
/// </summary>
public class HistogramBench
{
    private const int Values = 4096;

    private readonly LatencyHistogram _histogram = new();
    private readonly LongHistogram _package = new(LatencyHistogram.HighestNanoseconds, numberOfSignificantValueDigits: 3);
    private readonly long[] _values = new long[Values];

    [GlobalSetup]
    public void Setup()
    {
        var random = new SplitMix64(1);
        for (int i = 0; i < Values; i++)
        {
            _values[i] = (long)Math.Pow(10, 12 * random.NextDouble());
        }
    }

    [Benchmark(OperationsPerInvoke = Values)]
    public void Record()
    {
        foreach (long value in _values)
        {
            _histogram.Record(value);
        }
    }

    [Benchmark(OperationsPerInvoke = Values)]
    public void RecordByPackage()
    {
        foreach (long value in _values)
        {
            _package.RecordValue(value);
        }
    }
}
