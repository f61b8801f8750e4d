namespace DbIngest.Core.Plan;

/// <summary>What the limit of a search bounds.</summary>
public enum SearchMetric
{
    /// <summary>A percentile of the response time.</summary>
    Response,

    /// <summary>Batches that had arrived and were not begun when the time was over.</summary>
    Backlog,

    /// <summary>Share of the records that were given up or needed a retry.</summary>
    Errors,
}
