namespace DbIngest.Analysis.Figures;

/// <summary>How the composite score is made.</summary>
public enum ScoreFormula
{
    /// <summary>CPU time a record, and differences of less than 5 % count for as little as they are.</summary>
    PerRecord,

    /// <summary>
    /// Study 3's: CPU as a share of the time, each figure from the least to the largest of all cells. What takes longer for the same records looks
    /// thriftier there, and any difference at all becomes 0 against 1.
    /// </summary>
    Study3,
}
