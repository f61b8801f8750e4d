namespace DbIngest.Runner.Options;

/// <summary>
/// The values of <c>report --score</c>: formulas of the composite score. <c>ReportVerb</c> translates them to
/// <c>ScoreFormula</c>. The names are words of the command line: never rename one.
/// </summary>
internal enum ScoreName
{
    /// <summary>Uses the CPU time per record.</summary>
    Record,

    /// <summary>Uses a reading of study 3, which normalises each metric and states no formula.</summary>
    Study3,
}
