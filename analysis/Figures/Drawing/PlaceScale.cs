namespace DbIngest.Analysis.Figures.Drawing;

/// <summary>An axis with one value: every line has its own place beside the others, so that none hides another.</summary>
internal sealed class PlaceScale(double value, double from, double to) : Scale(from, to)
{
    /// <summary>Where the value lies, 0 at the beginning and 1 at the end.</summary>
    public double Share { get; init; } = 0.5;

    public override IReadOnlyList<Tick> Ticks { get; } = [new Tick(value, TickText.Of(value))];

    protected override double ShareOf(double value) => Share;
}
