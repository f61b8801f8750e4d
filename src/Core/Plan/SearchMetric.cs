namespace DbIngest.Core.Plan;

/// <summary>
/// What the limit of a search bounds (<see cref="SearchLimit"/>). <see cref="Searches.StepVerdict"/> computes the value of each
/// trial, and <c>SearchCharts</c> scales it. Values have different units, so they must never be compared across metrics.
/// </summary>
public enum SearchMetric
{
    /// <summary>A percentile of the response time, in seconds.</summary>
    Response,

    /// <summary>Batches that had arrived and were not begun when the time was over.</summary>
    Backlog,

    /// <summary>Share of the records that were given up or needed a retry, 0 to 1.</summary>
    Errors,
}
