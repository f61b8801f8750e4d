namespace DbIngest.Runner.Options;

/// <summary>Formulas of the composite score (<c>--score</c>).</summary>
internal enum ScoreName
{
    /// <summary>CPU time per record.</summary>
    Record,

    /// <summary>The formula of study 3.</summary>
    Study3,
}
