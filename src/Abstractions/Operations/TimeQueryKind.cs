using System.Text.Json.Serialization;

namespace DbIngest.Abstractions.Operations;

/// <summary>
/// The questions that are asked about ingested data while more arrives, those of the benchmark TSBS (Time Series Benchmark Suite,
/// its queries <c>lastpoint</c>, <c>single-groupby-1-1-12</c>, <c>high-cpu-1</c> and <c>double-groupby-1</c>).
/// </summary>
[JsonConverter(typeof(JsonStringEnumConverter<TimeQueryKind>))]
public enum TimeQueryKind
{
    /// <summary>The newest record of a source: one row with its time, 1 and the value.</summary>
    Last,

    /// <summary>The largest value of each hour of a source: one row per hour.</summary>
    HourlyMaximum,

    /// <summary>
    /// How many records of a source have a value above a threshold, and the largest: one row whose time is 0.
    /// </summary>
    Above,

    /// <summary>The mean value of each source and hour: one row per source and hour.</summary>
    HourlyMean,
}
