using System.Text.Json.Serialization;

namespace DbIngest.Abstractions.Operations;

/// <summary>
/// The questions of <c>--queries</c>, which a probe asks in turn while lanes write. They follow the benchmark TSBS (Time Series
/// Benchmark Suite: <c>lastpoint</c>, <c>single-groupby-1-1-12</c>, <c>high-cpu-1</c> and <c>double-groupby-1</c>). Results store
/// the names, so they must not be renamed.
/// </summary>
[JsonConverter(typeof(JsonStringEnumConverter<TimeQueryKind>))]
public enum TimeQueryKind
{
    /// <summary>
    /// The newest record of a source before the end of the range: one row with the record's time, the count 1 and the value.
    /// </summary>
    Last,

    /// <summary>The largest value of each hour of a source: one row per hour.</summary>
    HourlyMaximum,

    /// <summary>
    /// How many records of a source have a value above a threshold, and the largest such value: one row whose time is 0.
    /// </summary>
    Above,

    /// <summary>The mean value of each source and hour: one row per source and hour.</summary>
    HourlyMean,
}
