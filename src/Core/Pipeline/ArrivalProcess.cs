using System.Diagnostics;
using DbIngest.Abstractions.Records;
using DbIngest.Core.Plan;

namespace DbIngest.Core.Pipeline;

/// <summary>
/// Computes when the batches of one source arrive in an open loop, in clock ticks after the common start. It is a pure function
/// of (seed, source, rate, batch). Equally spaced arrivals begin at a seeded moment of the first interval, so that sources do not
/// arrive in step. The intervals of a Poisson process are <c>-ln(1 - u) / rate</c>. Where the rate has stages, arrivals are drawn
/// on the scale of their expected number, and <see cref="StagedTime"/> gives the time of each: the inversion method for
/// non-homogeneous Poisson processes (Cinlar 1975). <see cref="LaneFactory"/> makes one per source and trial, and
/// <see cref="ArrivalQueue"/> owns it. Mutable: each copy advances by itself.
/// </summary>
internal struct ArrivalProcess
{
    private const ulong Stream = 0x6172_7269_7661_6c73;

    private readonly double _intervalTicks;
    private readonly bool _isPoisson;
    private readonly StagedTime? _stages;
    private SplitMix64 _random;
    private double _next;

    /// <summary>The next arrival as an expected number of arrivals. Only with stages.</summary>
    private double _expected;

    /// <summary>Creates the arrivals of a source.</summary>
    /// <param name="rate">The rate, of one source or of all.</param>
    /// <param name="sources">Sources that share the rate.</param>
    /// <param name="batch">Records per arrival.</param>
    /// <param name="seed">Seed of the trial.</param>
    /// <param name="source">The source, from 0.</param>
    public ArrivalProcess(ArrivalRate rate, int sources, int batch, ulong seed, int source)
    {
        double batchesPerS = rate.TotalRecordsPerS(sources) / sources / batch;
        _intervalTicks = Stopwatch.Frequency / batchesPerS;
        _isPoisson = rate.IsPoisson;
        _random = new SplitMix64(SplitMix64.Mix(seed ^ Stream) + (ulong)source);
        _random.Next();
        if (rate.Stages.Count > 0)
        {
            _stages = new StagedTime(rate, sources, batch);
            _expected = _isPoisson ? -Math.Log(1 - _random.NextDouble()) : _random.NextDouble();
            _next = _stages.TicksOf(_expected);
            return;
        }

        _next = _isPoisson ? Gap() : _random.NextDouble() * _intervalTicks;
    }

    /// <summary>True if the intervals are exponentially distributed, false if they are equal.</summary>
    public readonly bool IsPoisson => _isPoisson;

    /// <summary>True if the rate changes within the trial.</summary>
    public readonly bool IsStaged => _stages is not null;

    /// <summary>Mean interval between arrivals in ticks.</summary>
    public readonly double IntervalTicks => _intervalTicks;

    /// <summary>The next arrival in ticks after the common start.</summary>
    public readonly long Next => (long)_next;

    /// <summary>Moves to the following arrival.</summary>
    public void Advance()
    {
        if (_stages is null)
        {
            _next += _isPoisson ? Gap() : _intervalTicks;
            return;
        }

        _expected += _isPoisson ? -Math.Log(1 - _random.NextDouble()) : 1;
        _next = _stages.TicksOf(_expected);
    }

    private double Gap() => -Math.Log(1 - _random.NextDouble()) * _intervalTicks;
}
