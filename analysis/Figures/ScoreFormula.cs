namespace DbIngest.Analysis.Figures;

/// <summary>
/// The formulas of the composite score (<c>report --score</c>). <see cref="ScoreFigures"/> applies them. <c>ReportVerb</c> reads
/// the choice. No result file stores the choice, which holds for one report.
/// </summary>
public enum ScoreFormula
{
    /// <summary>CPU time per record; differences below 5 % count in proportion.</summary>
    PerRecord,

    /// <summary>
    /// A reading of study 3, which states no formula: CPU as a share of the time, each figure scaled from the smallest to the
    /// largest of all cells. A slower database looks thriftier there, and any difference becomes 0 against 1.
    /// </summary>
    Study3,
}
