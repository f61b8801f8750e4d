using DbIngest.Core.Plan;

namespace DbIngest.Runner.Options;

/// <summary>What a user asks to be measured: validated, but for the workload, which has to be opened first.</summary>
internal sealed record SweepRequest
{
    /// <summary>The study whose protocol is followed, or null.</summary>
    public required int? Study { get; init; }

    /// <summary>Where the protocol is not followed.</summary>
    public required IReadOnlyList<string> Deviations { get; init; }

    /// <summary>The databases with the write paths and contracts that apply to each.</summary>
    public required IReadOnlyList<DatabaseChoice> Databases { get; init; }

    public required IReadOnlyList<SourceLayout> Sources { get; init; }

    public required IReadOnlyList<long> Records { get; init; }

    public required IReadOnlyList<int> Batches { get; init; }

    public required IReadOnlyList<int> InFlight { get; init; }

    /// <summary>Null when the input decides.</summary>
    public required IReadOnlyList<int>? Values { get; init; }

    /// <summary>Nodes of a cluster of our own; a single null when none was asked for.</summary>
    public required IReadOnlyList<int?> Nodes { get; init; }

    public required int Trials { get; init; }

    public required int WarmUp { get; init; }

    public required SweepOrder Order { get; init; }

    public required ulong Seed { get; init; }

    public required double Confidence { get; init; }

    public required int Retries { get; init; }

    public required double RetryDelayS { get; init; }

    /// <summary>The recorded data to replay, or null for the synthetic meter.</summary>
    public required InputRequest? Input { get; init; }

    public required DatabaseAccess Access { get; init; }

    /// <summary>The points: every combination of the axes, the last axis changing fastest.</summary>
    /// <param name="values">Values a record.</param>
    /// <returns>The points in the order given.</returns>
    public IReadOnlyList<Point> Points(IReadOnlyList<int> values) =>
    [
        .. from database in Databases
           from client in database.Clients
           from durability in database.Durability
           from nodes in Nodes
           from sources in Sources
           from value in values
           from inFlight in InFlight
           from batch in Batches
           from records in Records
           select new Point
           {
               Database = database.Definition.Name,
               Client = client,
               Durability = durability,
               Sources = sources,
               RecordsPerSource = records,
               Batch = batch,
               InFlight = inFlight,
               Values = value,
               Nodes = nodes,
           },
    ];
}
