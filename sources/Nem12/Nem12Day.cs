namespace DbIngest.Sources.Nem12;

/// <summary>
/// The intervals of one channel of a NEM12 file on one day: a 300 record, with the 400 records that qualify it.
/// <see cref="Nem12Reader"/> owns two and reuses them, one being built while the other is read. Allocates nothing after its
/// construction. <see cref="Interval"/> divides by <see cref="Count"/>, which is 0 without a day: check it first.
/// </summary>
internal sealed class Nem12Day
{
    /// <summary>The most intervals of a day: one per minute.</summary>
    public const int MaxIntervals = 1440;

    private readonly double[] _values = new double[MaxIntervals];
    private readonly byte[] _qualities = new byte[MaxIntervals];

    /// <summary>Number of intervals. 0 when there is no day.</summary>
    public int Count { get; private set; }

    /// <summary>The day's midnight in microseconds since 1970, on the market's clock.</summary>
    public long Midnight { get; private set; }

    /// <summary>The channel's number among the values.</summary>
    public int Channel { get; private set; }

    /// <summary>Length of an interval in microseconds.</summary>
    public long Interval => 86_400_000_000 / Count;

    /// <summary>Begins a day without values.</summary>
    public void Begin(long midnight, int channel) => (Midnight, Channel, Count) = (midnight, channel, 0);

    /// <summary>Adds the value of the next interval. A day has at most <see cref="MaxIntervals"/>.</summary>
    public void Add(double value) => _values[Count++] = value;

    public void Clear() => Count = 0;

    /// <summary>Sets the quality of intervals: the flag with which a quality method such as <c>S14</c> begins.</summary>
    /// <param name="first">The first interval, from 0.</param>
    /// <param name="last">The last interval, inclusive.</param>
    /// <param name="flag">A, E, F, N, S or V.</param>
    public void Qualify(int first, int last, byte flag) => _qualities.AsSpan(first..(last + 1)).Fill(flag);

    /// <summary>Returns the value of an interval; NaN where it is empty or null data (N, which files write as 0).</summary>
    public double Value(int interval) => _qualities[interval] == 'N' ? double.NaN : _values[interval];

    public byte Quality(int interval) => _qualities[interval];
}
