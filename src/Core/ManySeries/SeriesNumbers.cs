using DbIngest.Abstractions.Records;
using DbIngest.Core.Plan;

namespace DbIngest.Core.ManySeries;

/// <summary>
/// Says to which series of a source each record belongs: a number from 0 to 2^31 - 1. A pure function of (seed, source, sequence,
/// time) that allocates nothing. <see cref="SeriesWorkload.Open"/> creates one, and <see cref="SeriesSource"/> calls it for each
/// batch on the timed path. Stored trials are verified by it, so its draws must not change.
/// </summary>
/// <remarks>
/// A source has one place for each series that it has at a time. With churn, a place gets a new series each 1/rate minutes of the
/// records' time. The places do so one after the other, in an order that is drawn, so that the share is replaced evenly. The
/// series of place p of source s in its generation g is p + places * (s + sources * g), so that each device has one source.
/// </remarks>
internal readonly struct SeriesNumbers
{
    private const ulong PlaceStream = 0x7365_7269_6573_706c;
    private const ulong PhaseStream = 0x7365_7269_6573_7068;
    private const double MicrosecondsPerMinute = 60e6;

    // YCSB's defaults of its hotspot distribution: 80 % of the operations go to 20 % of the data.
    private const ulong HotRecords = ulong.MaxValue / 5 * 4;
    private const int HotPart = 5;

    private readonly int _places;
    private readonly int _hot;
    private readonly int _sources;
    private readonly int _source;
    private readonly double _generationsPerMicrosecond;
    private readonly long _start;
    private readonly ulong _draws;
    private readonly ulong _phases;

    /// <summary>Creates the numbers of a source.</summary>
    /// <param name="series">How many series there are at a time, and how evenly they get records.</param>
    /// <param name="churn">How fast they are replaced. Null if they stay.</param>
    /// <param name="sources">Sources of the point.</param>
    /// <param name="seed">Seed of the sweep.</param>
    /// <param name="source">The source, from 0.</param>
    /// <param name="start">The time of the source's first record in microseconds, from which generations count.</param>
    public SeriesNumbers(SeriesCount series, Churn? churn, int sources, ulong seed, int source, long start)
    {
        (_sources, _source) = (sources, source);
        _places = series.Count;
        _hot = series.IsHotspot ? Math.Max(1, series.Count / HotPart) : 0;
        _generationsPerMicrosecond =
            (churn?.MillionthsPerMinute ?? 0) / (double)WrittenShare.Whole / MicrosecondsPerMinute;
        _start = start;
        ulong own = SplitMix64.Mix(seed) + (ulong)source;
        _draws = SplitMix64.Mix(own ^ PlaceStream);
        _phases = SplitMix64.Mix(own ^ PhaseStream);
    }

    /// <summary>Writes the series of consecutive records.</summary>
    /// <param name="firstSequence">Sequence number of the first record.</param>
    /// <param name="timestamps">The records' times in microseconds.</param>
    /// <param name="series">Receives a number per record. As long as <paramref name="timestamps"/>.</param>
    public void Write(long firstSequence, ReadOnlySpan<long> timestamps, Span<double> series)
    {
        int turn = (int)(firstSequence % _places);
        for (int row = 0; row < series.Length; row++)
        {
            int place = _hot > 0 ? Draw(firstSequence + row) : turn;
            series[row] = NumberOf(place, _generationsPerMicrosecond > 0 ? GenerationOf(place, timestamps[row]) : 0);
            turn = turn + 1 == _places ? 0 : turn + 1;
        }
    }

    /// <summary>Draws the place of a record, if hot places get more records than others.</summary>
    private int Draw(long sequence)
    {
        ulong draw = SplitMix64.Mix(_draws + (ulong)sequence);
        ulong second = SplitMix64.Mix(draw);
        return draw <= HotRecords || _hot == _places
            ? (int)Math.BigMul(second, (ulong)_hot, out _)
            : _hot + (int)Math.BigMul(second, (ulong)(_places - _hot), out _);
    }

    /// <summary>How often the series of a place was replaced until a time. Below zero for times before the start.</summary>
    private long GenerationOf(int place, long timestamp)
    {
        double phase = (SplitMix64.Mix(_phases + (ulong)place) >> 11) * (1.0 / (1UL << 53));
        return (long)Math.Floor(((timestamp - _start) * _generationsPerMicrosecond) + phase);
    }

    /// <summary>The number of a series. More than 2^31 of all sources repeat numbers.</summary>
    private int NumberOf(int place, long generation) =>
        (int)((place + (_places * (_source + (_sources * generation)))) & int.MaxValue);
}
