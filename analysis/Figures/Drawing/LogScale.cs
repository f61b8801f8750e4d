namespace DbIngest.Analysis.Figures.Drawing;

/// <summary>
/// Places values along a logarithmic axis and chooses its ticks: 1, 2 and 5 times powers of ten, powers alone on a long axis, or
/// those of a <see cref="LinearScale"/> where fewer than two of these fit. <c>ScaleFactory</c> creates it for the axes of line
/// charts, <c>ForestChart</c> for ratios. It does not check that all values are above 0: its callers must.
/// </summary>
internal sealed class LogScale : Scale
{
    private static readonly double[] Fine = [1, 2, 5];

    private readonly double _low;
    private readonly double _high;

    public LogScale(double low, double high, double from, double to)
        : base(from, to)
    {
        double room = high / low < 1.02 ? 1.1 : Math.Pow(high / low, 0.03);
        (_low, _high) = (Math.Log10(low / room), Math.Log10(high * room));
        bool wide = _high - _low > 3.2;
        Tick[] ticks =
        [
            .. from power in Enumerable.Range((int)Math.Floor(_low), (int)Math.Ceiling(_high) - (int)Math.Floor(_low) + 1)
               from digit in wide ? [1.0] : Fine
               let value = digit * Math.Pow(10, power)
               where Math.Log10(value) >= _low - 1e-9 && Math.Log10(value) <= _high + 1e-9
               select new Tick(value, TickText.Of(value)),
        ];
        Ticks = ticks.Length >= 2 ? ticks
            : [.. LinearScale.Around(low / room, high * room, 4, from, to).Ticks
            .Where(t => t.Value >= low / room && t.Value <= high * room)];
    }

    public override IReadOnlyList<Tick> Ticks { get; }

    protected override double ShareOf(double value) => (Math.Log10(value) - _low) / (_high - _low);
}
