namespace DbIngest.Sources.Comtrade;

/// <summary>
/// Undoes the wraps of stamps that have 16 bits, as some recorders write them: 65,536 is followed by 0. A stamp that falls is taken for a
/// wrapped one only where the sample numbers go on and the sampling rate says that it must have wrapped.
/// </summary>
internal sealed class ShortStamps
{
    private const long OneWrap = 1 << 16;

    // Recorders round stamps, some to a millisecond; an eighth of a wrap still tells a wrap from a clock that was set back.
    private const double MinTolerance = 1024;
    private const double MaxTolerance = OneWrap / 8;

    private long _previous = -1;
    private long _steps;
    private long _added;

    /// <summary>How often the stamps wrapped round.</summary>
    public long Wraps { get; private set; }

    /// <summary>Goes to the next sample.</summary>
    /// <param name="step">By how much its number is above that of the sample before; 0 or less where numbers do not go on.</param>
    public void Step(long step) => _steps = step > 0 && _steps >= 0 ? _steps + step : -1;

    /// <summary>Whether <see cref="Unwrap"/> has to know the interval for this stamp.</summary>
    public bool NeedsInterval(long stamp) =>
        _steps > 0 && stamp is >= 0 and < OneWrap && _previous is >= 0 and < OneWrap && (stamp < _previous || (Wraps > 0 && _steps > 1));

    /// <summary>The stamp as it would be with more bits.</summary>
    /// <param name="stamp">The stamp as it is stored.</param>
    /// <param name="interval">How much stamps grow from one sample to the next by the sampling rate; 0 where that is not known.</param>
    public long Unwrap(long stamp, double interval)
    {
        if (interval > 0)
        {
            double missing = (_steps * interval) - (stamp - _previous);
            double wraps = Math.Round(missing / OneWrap);
            if (wraps is >= 1 and < 1e9 && Math.Abs(missing - (wraps * OneWrap)) <= Math.Clamp(interval / 2, MinTolerance, MaxTolerance))
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
