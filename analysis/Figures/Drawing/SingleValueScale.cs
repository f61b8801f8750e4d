namespace DbIngest.Analysis.Figures.Drawing;

/// <summary>
/// Places the only value of an axis. <c>LineChart</c> creates one per line, each with a place beside the others, so that none
/// hides another.
/// </summary>
internal sealed class SingleValueScale(double value, double from, double to) : Scale(from, to)
{
    /// <summary>Place of the value, 0 at the beginning and 1 at the end.</summary>
    public double Share { get; init; } = 0.5;

    public override IReadOnlyList<Tick> Ticks { get; } = [new Tick(value, TickText.Of(value))];

    protected override double ShareOf(double value) => Share;
}
