namespace DbIngest.Analysis.Reproduce;

/// <summary>Whether measured figures confirm a published finding.</summary>
public enum FindingVerdict
{
    /// <summary>The figures confirm the finding: their interval lies on its side.</summary>
    StillHolds,

    /// <summary>The figures show the opposite, or no practical difference.</summary>
    NoLonger,

    /// <summary>
    /// Something that stands for what the study measured shows the same direction. It confirms nothing about what it stands for.
    /// </summary>
    AnalogueAgrees,

    /// <summary>Something that stands for what the study measured shows the other direction.</summary>
    AnalogueDiffers,

    /// <summary>There are no figures, or they do not decide; the reason says which.</summary>
    NotMeasured,
}
