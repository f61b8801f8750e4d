namespace DbIngest.Sources.Comtrade;

/// <summary>
/// Undoes the wraps of 16-bit timestamps, which some recorders write. <see cref="SampleClock"/> owns one per data file and shows
/// it every sample, in order. A falling timestamp counts as wrapped only where the sample numbers go on and the sampling rate
/// says that it must have wrapped.
/// </summary>
internal sealed class ShortTimestamps
{
    private const long OneWrap = 1 << 16;

    // Recorders round timestamps, some to a millisecond. An eighth of a wrap still distinguishes a wrap from a clock that was set
    // back.
    private const double MinTolerance = 1024;
    private const double MaxTolerance = OneWrap / 8;

    private long _previous = -1;
    private long _steps;
    private long _added;

    /// <summary>Number of wraps so far.</summary>
    public long Wraps { get; private set; }

    /// <summary>Advances to the next sample.</summary>
    /// <param name="step">Difference to the previous sample number; 0 or less when the numbers do not go on.</param>
    public void Step(long step) => _steps = step > 0 && _steps >= 0 ? _steps + step : -1;

    /// <summary>True when <see cref="Unwrap"/> needs the interval for this timestamp.</summary>
    public bool NeedsInterval(long stamp) =>
        _steps > 0 && stamp is >= 0 and < OneWrap && _previous is >= 0 and < OneWrap
            && (stamp < _previous || (Wraps > 0 && _steps > 1));

    /// <summary>Returns the timestamp as it would be with more bits.</summary>
    /// <param name="stamp">The timestamp as stored, 0 to 65535.</param>
    /// <param name="interval">Timestamp units per sample by the sampling rate; 0 when unknown.</param>
    public long Unwrap(long stamp, double interval)
    {
        if (interval > 0)
        {
            double missing = (_steps * interval) - (stamp - _previous);
            double wraps = Math.Round(missing / OneWrap);
            if (wraps is >= 1 and < 1e9
                && Math.Abs(missing - (wraps * OneWrap)) <= Math.Clamp(interval / 2, MinTolerance, MaxTolerance))
            {
                Wraps += (long)wraps;
                _added += (long)wraps * OneWrap;
            }
        }

        _previous = stamp;
        _steps = 0;
        return stamp + _added;
    }
}
