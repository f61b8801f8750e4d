namespace DbIngest.Analysis.Figures.Drawing;

/// <summary>
/// Places quantiles so that each further nine takes the same room: log10 (1 / (1 - p)), as HdrHistogram plots its percentile
/// spectra. A quantile beyond the last one stands at the end. <c>ScaleFactory</c> creates it for figures of latency.
/// <c>PercentileFigures</c> takes the quantiles of its points from <see cref="QuantileAt"/>.
/// </summary>
internal sealed class PercentileScale : Scale
{
    private readonly double _nines;

    /// <param name="count">Size of the largest sample: 1 - 1 / count is the last quantile shown.</param>
    /// <param name="from">Pixel of quantile 0.</param>
    /// <param name="to">Pixel of the last quantile.</param>
    public PercentileScale(long count, double from, double to)
        : base(from, to)
    {
        _nines = Math.Max(1, Math.Log10(count));
        Ticks = [.. Enumerable.Range(0, (int)Math.Floor(_nines + 1e-9) + 1)
            .Select(nines => new Tick(QuantileAt(nines), Text(nines))).Append(new Tick(0.5, "p50")).OrderBy(tick => tick.Value)];
    }

    public override IReadOnlyList<Tick> Ticks { get; }

    /// <summary>Returns the quantile with a number of nines: 2 gives 0.99.</summary>
    public static double QuantileAt(double nines) => 1 - Math.Pow(10, -nines);

    protected override double ShareOf(double value) => Math.Min(_nines, -Math.Log10(Math.Max(1e-300, 1 - value))) / _nines;

    private static string Text(int nines) => nines switch
    {
        0 => "p0",
        1 => "p90",
        _ => "p99" + (nines > 2 ? "." : string.Empty) + new string('9', nines - 2),
    };
}
