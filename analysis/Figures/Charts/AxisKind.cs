namespace DbIngest.Analysis.Figures.Charts;

/// <summary>The scale of an axis.</summary>
internal enum AxisKind
{
    /// <summary>Linear from zero.</summary>
    FromZero,

    /// <summary>Linear around the values.</summary>
    Linear,

    /// <summary>Logarithmic.</summary>
    Log,

    /// <summary>Quantiles; each further nine takes the same room.</summary>
    Spectrum,
}
