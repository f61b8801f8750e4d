namespace DbIngest.Runner.Options;

/// <summary>How the composite score is made, as <c>--score</c> names it.</summary>
internal enum ScoreName
{
    /// <summary>By the CPU time of a record.</summary>
    Record,

    /// <summary>As the study made it.</summary>
    Study3,
}
