namespace DbIngest.Analysis.Figures.Drawing;

/// <summary>
/// Places groups side by side in bands of equal width. Its values are the indices of the groups, from 0. <c>BoxChart</c> uses it
/// for its horizontal axis.
/// </summary>
internal sealed class BandScale(IReadOnlyList<string> groups, double from, double to) : Scale(from, to)
{
    /// <summary>Width of a band in pixels.</summary>
    public double Band => Math.Abs(To - From) / Math.Max(1, groups.Count);

    public override IReadOnlyList<Tick> Ticks { get; } = [.. groups.Select((name, i) => new Tick(i, name))];

    protected override double ShareOf(double value) => (value + 0.5) / Math.Max(1, groups.Count);
}
