namespace DbIngest.Analysis.Reproduce;

/// <summary>What our figures say of a published finding.</summary>
public enum FindingVerdict
{
    /// <summary>Our figures show it, too: their interval lies on its side.</summary>
    StillHolds,

    /// <summary>Our figures show the opposite, or that there is no such thing any more.</summary>
    NoLonger,

    /// <summary>There are no figures for it, or they do not decide; the reason says which.</summary>
    NotMeasured,
}
