using System.Diagnostics;
using DbIngest.Abstractions.Records;
using DbIngest.Core.Plan;

namespace DbIngest.Core.Pipeline;

/// <summary>
/// When the batches of one source arrive, in clock ticks after the common start: a pure function of (seed, source, rate,
/// batch), one arrival after the other. Equal spacing begins at a seeded moment of its first interval, so that sources do not
/// arrive in step; the times between arrivals of a Poisson process are <c>-ln(1 - u) / rate</c>.
/// </summary>
internal struct ArrivalProcess
{
    private const ulong Stream = 0x6172_7269_7661_6c73;

    private readonly double _intervalTicks;
    private readonly bool _isPoisson;
    private SplitMix64 _random;
    private double _next;

    /// <summary>Creates the arrivals of a source.</summary>
    /// <param name="rate">The rate.</param>
    /// <param name="sources">How many sources share it.</param>
    /// <param name="batch">Records an arrival.</param>
    /// <param name="seed">The seed of the trial.</param>
    /// <param name="source">The source, counted from 0.</param>
    public ArrivalProcess(ArrivalRate rate, int sources, int batch, ulong seed, int source)
    {
        double batchesPerS = rate.TotalRecordsPerS(sources) / sources / batch;
        _intervalTicks = Stopwatch.Frequency / batchesPerS;
        _isPoisson = rate.IsPoisson;
        _random = new SplitMix64(SplitMix64.Mix(seed ^ Stream) + (ulong)source);
        _random.Next();
        _next = _isPoisson ? Gap() : _random.NextDouble() * _intervalTicks;
    }

    /// <summary>Whether the times between arrivals are exponentially distributed; else they are equal.</summary>
    public readonly bool IsPoisson => _isPoisson;

    /// <summary>The mean time between arrivals, in ticks; where they are equally spaced, every time between them.</summary>
    public readonly double IntervalTicks => _intervalTicks;

    /// <summary>The arrival that comes next, in ticks after the common start.</summary>
    public readonly long Next => (long)_next;

    /// <summary>Goes on to the arrival after it.</summary>
    public void Advance() => _next += _isPoisson ? Gap() : _intervalTicks;

    private double Gap() => -Math.Log(1 - _random.NextDouble()) * _intervalTicks;
}
