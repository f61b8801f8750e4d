namespace DbIngest.Analysis.Reproduce;

/// <summary>
/// Whether measured figures confirm a published finding, as the judges of <see cref="Reproduction"/> decide. The names in snake
/// case are a published format.
/// </summary>
public enum FindingVerdict
{
    /// <summary>The figures confirm the finding: their interval lies on its side.</summary>
    StillHolds,

    /// <summary>The figures show the opposite, or no practical difference.</summary>
    NoLonger,

    /// <summary>
    /// A substitute for what the study measured shows the same direction. It confirms nothing about the original.
    /// </summary>
    AnalogueAgrees,

    /// <summary>A substitute for what the study measured shows the other direction.</summary>
    AnalogueDiffers,

    /// <summary>There are no figures, or they do not decide; the reason says which.</summary>
    NotMeasured,
}
