namespace DbIngest.Analysis.Figures.Charts;

/// <summary>How an axis places its values.</summary>
internal enum AxisKind
{
    /// <summary>Linear from an honest zero.</summary>
    FromZero,

    /// <summary>Linear, about the values.</summary>
    Linear,

    /// <summary>Logarithmic.</summary>
    Log,

    /// <summary>Quantiles, each further nine in the same room.</summary>
    Spectrum,
}
