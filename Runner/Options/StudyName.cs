namespace DbIngest.Runner.Options;

/// <summary>Studies whose published findings <c>--reproduce</c> puts beside the figures.</summary>
internal enum StudyName
{
    /// <summary>Write-heavy enterprise ingestion (Int. Journal of Big Data 2(1), 2015).</summary>
    Study1,
}
