namespace DbIngest.Analysis.Figures.Drawing;

/// <summary>
/// Places values by difference. The scale begins and ends at round numbers (1, 2 or 5 times a power of ten). <c>ScaleFactory</c>,
/// <c>BoxChart</c>, <c>CloudChart</c> and <c>TimeChart</c> create it. <see cref="LogScale"/> and <see cref="PlotFrame"/> take
/// only its ticks.
/// </summary>
internal sealed class LinearScale : Scale
{
    private readonly double _low;
    private readonly double _high;
    private readonly double _step;

    private LinearScale(double low, double high, double step, double from, double to)
        : base(from, to)
    {
        (_low, _high, _step) = (low, high, step);
        int count = (int)Math.Round((high - low) / step);
        Ticks = [.. Enumerable.Range(0, count + 1).Select(i => low + (i * step)).Select(v => Math.Abs(v) < step / 1e6 ? 0 : v)
            .Select(v => new Tick(v, TickText.Of(v, step)))];
    }

    public override IReadOnlyList<Tick> Ticks { get; }

    /// <summary>Creates a scale from zero to at least a value.</summary>
    public static LinearScale FromZero(double high, int ticks, double from, double to) =>
        Around(0, high > 0 ? high : 1, ticks, from, to);

    /// <summary>Creates a scale from at most one value to at least another.</summary>
    public static LinearScale Around(double low, double high, int ticks, double from, double to)
    {
        if (!(high > low))
        {
            double room = low == 0 ? 1 : Math.Abs(low) / 10;
            (low, high) = (low - room, high + room);
        }

        double step = Round((high - low) / Math.Max(1, ticks));
        return new LinearScale(Math.Floor((low / step) + 1e-9) * step, Math.Ceiling((high / step) - 1e-9) * step, step, from, to);
    }

    protected override double ShareOf(double value) => (value - _low) / (_high - _low);

    /// <summary>Rounds a step up to the next round number.</summary>
    private static double Round(double step)
    {
        double power = Math.Pow(10, Math.Floor(Math.Log10(step)));
        double share = step / power;
        return power * (share <= 1.0001 ? 1 : share <= 2.0001 ? 2 : share <= 5.0001 ? 5 : 10);
    }

    public override string ToString() => FormattableString.Invariant($"{_low} to {_high} by {_step}");
}
