namespace DbIngest.Analysis.Reproduce;

/// <summary>Whether measured figures confirm a published finding.</summary>
public enum FindingVerdict
{
    /// <summary>The figures confirm the finding: their interval lies on its side.</summary>
    StillHolds,

    /// <summary>The figures show the opposite, or no practical difference.</summary>
    NoLonger,

    /// <summary>There are no figures, or they do not decide; the reason says which.</summary>
    NotMeasured,
}
