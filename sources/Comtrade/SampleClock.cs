using DbIngest.Sources.Csv;

namespace DbIngest.Sources.Comtrade;

/// <summary>
/// Computes the time of each sample: from its timestamp, or from the sampling rates where the timestamp is missing or useless.
/// <see cref="AsciiDecoder"/> and <see cref="BinaryDecoder"/> call it once per sample, in order, and <see cref="ComtradeFacts"/>
/// reads its counts at the end. One clock serves one data file. Not thread-safe. Allocates nothing per sample.
/// </summary>
/// <remarks>
/// IEEE C37.111-1999 clause 8.4, 2013 clause 8: a timestamp, times the multiplier, counts from the time of the first sample.
/// Recorders that give the samples before the trigger negative timestamps count from the trigger.
/// </remarks>
internal sealed class SampleClock
{
    /// <summary>The refusal of a sample for which <see cref="TryNext"/> is false, as a clause.</summary>
    public const string NoTime =
        "neither its timestamp nor a sampling rate gives the time of this sample, from the year 1 to 9999";

    private const long OneWrap = 1L << 32;
    private const double MaxOffsetNanoseconds = 9e18;

    private readonly ComtradeConfiguration _configuration;
    private readonly ShortTimestamps _short = new();
    private readonly bool _wraps;
    private readonly double _factor;
    private readonly long _wholeFactor;
    private readonly List<(double Hertz, long End)> _sections;

    private long _baseNanoseconds;
    private long _baseMicroseconds;
    private long _read;

    // The place of the sample in the data file, by which the sampling rate gives its time.
    private long _sample;
    private long _previousStamp;
    private long _previousOffset;
    private long _wrapped;
    private bool _ignoreStamps;
    private bool _standsStill;
    private long _frozenStamp;
    private int _section;
    private long _sectionFirst;
    private double _sectionStart;

    // The offset of the first sample, from which the sampling rate counts.
    private long _rateStart;

    /// <summary>Creates the clock of one data file.</summary>
    public SampleClock(ComtradeConfiguration configuration)
    {
        _configuration = configuration;
        _wraps = configuration.Coding != ComtradeCoding.Ascii;
        _factor = configuration.TimeMultiplier * configuration.StampUnitNanoseconds;
        _wholeFactor = _factor == Math.Floor(_factor) && _factor <= 1e12 ? (long)_factor : 0;
        _sections = Cumulative(configuration.Rates);
    }

    /// <summary>
    /// Number of samples that the configuration gives, with section lengths added up. 0 where it gives no sampling rate.
    /// </summary>
    public long ConfiguredSamples => _sections.Count > 0 ? _sections[^1].End : 0;

    /// <summary>True when the configuration gives more samples than the clock has passed, the one in question included.</summary>
    public bool ExpectsMore => ConfiguredSamples > _sample + 1;

    /// <summary>Number of samples without a timestamp.</summary>
    public long Missing { get; private set; }

    /// <summary>Number of samples whose time is earlier than the previous one's.</summary>
    public long Backwards { get; private set; }

    /// <summary>Number of wraps of the 32-bit timestamp.</summary>
    public long Wraps { get; private set; }

    /// <summary>Number of wraps of 16-bit timestamps.</summary>
    public long ShortWraps => _short.Wraps;

    /// <summary>
    /// True when timestamps contradict the sampling rate by more than a factor of ten: times come from the rate.
    /// </summary>
    public bool StampsContradictRate => _ignoreStamps;

    /// <summary>
    /// How many timestamps repeat the first one although the sampling rate says that time went on. Their times come from the
    /// rate.
    /// </summary>
    public long StoodStill { get; private set; }

    /// <summary>True when the first timestamp is negative: timestamps count from the trigger.</summary>
    public bool CountsFromTrigger { get; private set; }

    /// <summary>Passes a sample that could not be read: the sampling rate counts it all the same.</summary>
    public void Skip() => _sample++;

    /// <summary>Computes the time of the next sample. Call it once per sample, in order.</summary>
    /// <param name="stamped">True when the sample has a timestamp.</param>
    /// <param name="stamp">The timestamp, in the record's unit.</param>
    /// <param name="step">Difference to the previous sample number; 0 when unknown.</param>
    /// <param name="microseconds">Microseconds UTC, rounded down.</param>
    /// <param name="uncertain">True when the time lost precision or was reconstructed.</param>
    /// <returns>False when neither timestamp nor rate gives a time, or it is outside the years 1 to 9999.</returns>
    public bool TryNext(bool stamped, long stamp, long step, out long microseconds, out bool uncertain)
    {
        long offset;
        _short.Step(step);
        if (stamped)
        {
            stamp = _wraps ? Unwrap(stamp) : stamp;
            stamp = _short.Unwrap(stamp, _short.NeedsInterval(stamp) ? Interval() : 0);
            if (Math.Abs(stamp * _factor) > MaxOffsetNanoseconds)
            {
                microseconds = 0;
                uncertain = true;
                return false;
            }

            offset = _wholeFactor != 0 ? stamp * _wholeFactor : (long)Math.Round(stamp * _factor);
        }
        else
        {
            offset = 0;
            Missing++;
        }

        if (_read == 0)
        {
            SetBase(offset);
        }
        else if (_read == 1 && stamped && _sections.Count > 0)
        {
            double ratio = (offset - _previousOffset) * _sections[0].Hertz / 1e9;
            _ignoreStamps = ratio is > 0 and < 0.1;
            _standsStill = offset == _previousOffset && _sections[0].Hertz > 0 && 1e9 / _sections[0].Hertz >= _factor;
            _frozenStamp = offset;
        }
        else if (_standsStill && stamped && offset != _frozenStamp)
        {
            Move(offset);
        }

        StoodStill += _standsStill ? 1 : 0;
        if (!stamped || _ignoreStamps || _standsStill)
        {
            if (_sections.Count == 0)
            {
                microseconds = 0;
                uncertain = true;
                return false;
            }

            offset = _rateStart + FromRate();
            uncertain = true;
        }
        else
        {
            uncertain = _short.Wraps > 0;
        }

        Backwards += _read > 0 && offset < _previousOffset ? 1 : 0;
        _previousOffset = offset;
        _read++;
        _sample++;
        long nanoseconds = _baseNanoseconds + offset;
        long whole = Math.DivRem(nanoseconds, 1000, out long rest);
        if (rest != 0)
        {
            uncertain = true;
            whole -= rest < 0 ? 1 : 0;
        }

        microseconds = _baseMicroseconds + whole;
        return TimestampParser.IsInRange(microseconds);
    }

    /// <summary>
    /// Handles repeated timestamps that begin to move. When they keep up with the rate, the finer rate goes on to give times.
    /// Otherwise the timestamps do.
    /// </summary>
    private void Move(long offset)
    {
        double moved = offset - _frozenStamp;
        double byRate = FromRate();
        _standsStill = false;
        _ignoreStamps = moved > 0 && Math.Abs(moved - byRate) <= 0.5 * Math.Max(moved, byRate);
    }

    private void SetBase(long firstOffset)
    {
        var start = _configuration.Start;

        // Without a timestamp in the first sample, or with 0, the rate counts from the start of the record.
        _rateStart = firstOffset == 0 ? 0 : firstOffset - (_sections.Count > 0 ? FromRate() : 0);
        if (firstOffset < 0)
        {
            CountsFromTrigger = true;
            start = _configuration.Trigger is { } trigger && Math.Abs(Gap(trigger, start) + firstOffset) < 1_000_000_000
                ? trigger
                : Shifted(start, -firstOffset);
        }

        _baseMicroseconds = start.Microseconds - ((_configuration.UtcOffset?.Ticks ?? 0) / TimeSpan.TicksPerMicrosecond);
        _baseNanoseconds = start.Nanoseconds;
    }

    /// <summary>Nanoseconds between two times that lie within some hundred years.</summary>
    private static double Gap(ConfigurationTime later, ConfigurationTime earlier) =>
        ((later.Microseconds - earlier.Microseconds) * 1000.0) + later.Nanoseconds - earlier.Nanoseconds;

    private static ConfigurationTime Shifted(ConfigurationTime time, long nanoseconds)
    {
        long sum = time.Nanoseconds + nanoseconds;
        return time with { Microseconds = time.Microseconds + (sum / 1000), Nanoseconds = (int)(sum % 1000) };
    }

    private long Unwrap(long stamp)
    {
        if (_read == 0)
        {
            // A recorder that counts from its trigger stores a negative number, which reads as a large unsigned one.
            _wrapped = stamp > int.MaxValue ? -OneWrap : 0;
        }
        else if (_previousStamp - stamp > int.MaxValue)
        {
            _wrapped += OneWrap;
            Wraps++;
        }

        _previousStamp = stamp;
        return stamp + _wrapped;
    }

    /// <summary>Timestamp units per sample by the sampling rate. 0 without a rate.</summary>
    private double Interval()
    {
        GoToSection();
        return _sections.Count > 0 && _sections[_section].Hertz > 0 ? 1e9 / _sections[_section].Hertz / _factor : 0;
    }

    /// <summary>
    /// Nanoseconds from the first sample to this one by the sampling rates alone. The last rate holds to the end of the file.
    /// </summary>
    private long FromRate()
    {
        GoToSection();
        double rate = _sections[_section].Hertz;
        double seconds = _sectionStart + (rate > 0 ? (_sample - _sectionFirst) / rate : 0);
        return (long)Math.Round(Math.Min(seconds * 1e9, MaxOffsetNanoseconds));
    }

    /// <summary>Advances to the section of the current sample.</summary>
    private void GoToSection()
    {
        while (_section < _sections.Count - 1 && _sample >= _sections[_section].End)
        {
            var (hertz, end) = _sections[_section++];
            _sectionStart += hertz > 0 ? (end - _sectionFirst) / hertz : 0;
            _sectionFirst = end;
        }
    }

    /// <summary>
    /// Returns the sections with ends counted over the record. Falling ends are section lengths: some recorders write these.
    /// </summary>
    private static List<(double Hertz, long End)> Cumulative(IReadOnlyList<RateSection> rates)
    {
        bool lengths = false;
        for (int i = 1; i < rates.Count; i++)
        {
            lengths |= rates[i].EndSample < rates[i - 1].EndSample;
        }

        var sections = new List<(double, long)>(rates.Count);
        long end = 0;
        foreach (var rate in rates)
        {
            end = lengths ? end + rate.EndSample : rate.EndSample;
            sections.Add((rate.Hertz, end));
        }

        return sections;
    }
}
