namespace DbIngest.Analysis.Figures.Charts;

/// <summary>A point of a line.</summary>
/// <param name="X">Where.</param>
/// <param name="Y">The figure; null when it is missing.</param>
/// <param name="Low">The lower bound of its interval; null without one.</param>
/// <param name="High">The upper bound.</param>
/// <param name="Tip">What is shown when a reader points at it, in lines; empty for a point that only carries the line.</param>
internal sealed record LinePoint(double X, double? Y, double? Low, double? High, string Tip)
{
    /// <summary>The raw figures behind it.</summary>
    public IReadOnlyList<double> Raw { get; init; } = [];

    /// <summary>Whether a trial of it failed its audit.</summary>
    public bool IsInvalid { get; init; }
}
