namespace DbIngest.Analysis.Figures.Charts;

/// <summary>
/// One point of a <see cref="LineSeries"/>, as <see cref="LineChart"/> draws it. The classes that create such a chart create its
/// points.
/// </summary>
/// <param name="X">Value on the horizontal axis.</param>
/// <param name="Y">Figure; null when missing.</param>
/// <param name="Low">Lower bound; null without an interval.</param>
/// <param name="High">Upper bound; null without an interval.</param>
/// <param name="Tip">Lines shown on pointing at the point; empty for a point without a marker.</param>
internal sealed record LinePoint(double X, double? Y, double? Low, double? High, string Tip)
{
    /// <summary>Figures of the raw trials.</summary>
    public IReadOnlyList<double> Raw { get; init; } = [];

    /// <summary>True when a trial failed its audit.</summary>
    public bool IsInvalid { get; init; }
}
