namespace DbIngest.Runner.Options;

/// <summary>
/// The values of <c>report --reproduce</c>: studies whose published findings the report compares with its figures.
/// <c>ReportVerb</c> chooses the comparison. The names are words of the command line: never rename one.
/// </summary>
internal enum StudyName
{
    /// <summary>Write-heavy enterprise ingestion (Int. Journal of Big Data 2(1), 2015).</summary>
    Study1,

    /// <summary>Read and update mixes on NoSQL and NewSQL databases (thesis, Skovde, 2022).</summary>
    Study2,

    /// <summary>SQL and NoSQL persistence under variable load (2026).</summary>
    Study3,

    /// <summary>Thread models in database-driven servers (RIT Croatia).</summary>
    Study4,
}
