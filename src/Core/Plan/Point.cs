using System.Globalization;
using System.Text.Json.Serialization;

namespace DbIngest.Core.Plan;

/// <summary>One combination of the axes of a sweep.</summary>
public sealed record Point
{
    /// <summary>The database's name.</summary>
    public required string Database { get; init; }

    /// <summary>The write path: <c>driver</c> or <c>wire</c>.</summary>
    public required string Client { get; init; }

    /// <summary>The durability contract's name.</summary>
    public required string Durability { get; init; }

    /// <summary>How the sources are spread over processes.</summary>
    public required SourceLayout Sources { get; init; }

    /// <summary>Records each source writes (N); with <see cref="DurationS"/>, the most that it writes.</summary>
    public required long RecordsPerSource { get; init; }

    /// <summary>Records a batch.</summary>
    public required int Batch { get; init; }

    /// <summary>Batches that may be unacknowledged at once, a source.</summary>
    public required int InFlight { get; init; }

    /// <summary>Double values a record (V).</summary>
    public required int Values { get; init; }

    /// <summary>Nodes of the cluster that is started for the run; null when none was asked for.</summary>
    public int? Nodes { get; init; }

    /// <summary>For how many seconds batches are begun; null when the records alone decide.</summary>
    public double? DurationS { get; init; }

    /// <summary>How fast records arrive; null in a closed loop.</summary>
    public ArrivalRate? Rate { get; init; }

    /// <summary>
    /// What is done besides inserting batches; null where it is nothing. Records are then loaded before the trial, and the trial
    /// has as many operations, or those of its <see cref="DurationS"/>.
    /// </summary>
    public Operations.OperationMix? Mix { get; init; }

    /// <summary>Records of all sources together; with <see cref="DurationS"/>, the most.</summary>
    [JsonIgnore]
    public long TotalRecords => RecordsPerSource * Sources.Total;

    /// <summary>The point's identity in a journal: every axis by name.</summary>
    [JsonIgnore]
    public string Key => string.Create(
        CultureInfo.InvariantCulture,
        $"db={Database} client={Client} durability={Durability} sources={Sources} records={RecordsPerSource} batch={Batch} in_flight={InFlight} values={Values}")
        + (Nodes is { } nodes ? string.Create(CultureInfo.InvariantCulture, $" nodes={nodes}") : string.Empty)
        + (DurationS is { } seconds ? string.Create(CultureInfo.InvariantCulture, $" duration={seconds}") : string.Empty)
        + (Rate is { } rate ? $" rate={rate}" : string.Empty)
        + (Mix is { } mix ? $" mix={mix}" : string.Empty);
}
