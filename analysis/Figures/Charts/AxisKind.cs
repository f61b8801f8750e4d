namespace DbIngest.Analysis.Figures.Charts;

/// <summary>The kind of scale of an axis. Charts choose it and <see cref="ScaleFactory"/> creates the scale.</summary>
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
