namespace DbIngest.Analysis.Figures.Charts;

/// <summary>
/// The kind of scale of an axis. <c>PlotAxis</c>, <c>PercentileFigures</c>, <c>SearchCharts</c> and <c>HistoryFigures</c> choose
/// it for a <see cref="LineChart"/>, whose scales <see cref="ScaleFactory"/> creates. <c>Log</c> becomes linear unless all values
/// are above 0.
/// </summary>
internal enum AxisKind
{
    /// <summary>A linear scale that begins at zero.</summary>
    FromZero,

    /// <summary>A linear scale around the values.</summary>
    Linear,

    /// <summary>A logarithmic scale, for values above 0 only.</summary>
    Log,

    /// <summary>A scale of quantiles from 0 to below 1, on which each further nine takes the same room.</summary>
    Spectrum,
}
