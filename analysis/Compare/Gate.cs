namespace DbIngest.Analysis.Compare;

/// <summary>When a slower point counts as a regression.</summary>
public enum Gate
{
    /// <summary>
    /// When the whole interval of its ratio lies beyond the threshold, corrected by Holm over the common points. Where the true loss is what the threshold
    /// allows, half of 1 - c of comparisons fail, if the variance between runs is in the interval: with several runs a side.
    /// </summary>
    Interval,

    /// <summary>When a difference is found and the ratio itself lies beyond the threshold: where the true loss is the threshold, every second one.</summary>
    Estimate,
}
