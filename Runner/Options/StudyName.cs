namespace DbIngest.Runner.Options;

/// <summary>A study whose published findings can be put beside figures.</summary>
internal enum StudyName
{
    /// <summary>Write-heavy enterprise ingestion (Int. Journal of Big Data 2(1), 2015).</summary>
    Study1,
}
