namespace DbIngest.Sources.Nem12;

/// <summary>The intervals of one day of one channel: a 300 record with the 400 records that qualify it.</summary>
internal sealed class Nem12Day
{
    /// <summary>The most intervals that a day may have: one a minute.</summary>
    public const int MaxIntervals = 1440;

    private readonly double[] _values = new double[MaxIntervals];
    private readonly byte[] _qualities = new byte[MaxIntervals];

    /// <summary>How many intervals it has; 0 when there is no day.</summary>
    public int Count { get; private set; }

    /// <summary>Microseconds from 1970 to its midnight, on the market's clock.</summary>
    public long Midnight { get; private set; }

    /// <summary>The number of the channel among the values.</summary>
    public int Channel { get; private set; }

    /// <summary>Length of an interval in microseconds.</summary>
    public long Interval => 86_400_000_000 / Count;

    /// <summary>Begins a day without values.</summary>
    public void Begin(long midnight, int channel) => (Midnight, Channel, Count) = (midnight, channel, 0);

    /// <summary>Adds the next interval.</summary>
    public void Add(double value) => _values[Count++] = value;

    /// <summary>Forgets the day.</summary>
    public void Clear() => Count = 0;

    /// <summary>Gives intervals a quality: the flag that a quality method such as <c>S14</c> begins with.</summary>
    /// <param name="first">The first of them, from 0.</param>
    /// <param name="last">The last of them.</param>
    /// <param name="flag">A, E, F, N, S or V.</param>
    public void Qualify(int first, int last, byte flag) => _qualities.AsSpan(first..(last + 1)).Fill(flag);

    /// <summary>The value of an interval; NaN where it is empty or null data (N, which files write as 0).</summary>
    public double Value(int interval) => _qualities[interval] == 'N' ? double.NaN : _values[interval];

    /// <summary>The quality flag of an interval.</summary>
    public byte Quality(int interval) => _qualities[interval];
}
