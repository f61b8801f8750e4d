using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;
using DbIngest.Service.Settings;

namespace DbIngest.Runner.Workers;

/// <summary>
/// Tells the process of a service (hidden verb <c>trial-service</c>) which store to serve in a trial and where. The run writes it
/// into a file that other accounts cannot read, because the task may hold a password. <c>TrialServiceStart</c> creates it, and
/// <c>TrialServiceVerb</c> reads it.
/// </summary>
internal sealed record ServiceTask
{
    /// <summary>Name of the database.</summary>
    public required string Database { get; init; }

    /// <summary>How the process opens the database, with an endpoint that other processes can use.</summary>
    public required TargetOptions Options { get; init; }

    /// <summary>Names and units of a record's values.</summary>
    public required IReadOnlyList<ValueColumn> Values { get; init; }

    /// <summary>Number of sources that write.</summary>
    public required int Sources { get; init; }

    /// <summary>Most batches in flight at once, over all sources. 0 if unknown.</summary>
    public required int Lanes { get; init; }

    /// <summary>Number of connections to the store.</summary>
    public required int Connections { get; init; }

    /// <summary>Which thread does the work of a request.</summary>
    public required ThreadModel Threads { get; init; }

    /// <summary>Number of records in the largest batch.</summary>
    public required int BatchRecords { get; init; }

    /// <summary>False if the table has no index.</summary>
    public required bool IsIndexed { get; init; }

    /// <summary>True if the table has an index on source and timestamp.</summary>
    public bool HasTimeIndex { get; init; }

    /// <summary>True for HTTP/2, false for HTTP/1.1.</summary>
    public bool IsHttp2 { get; init; }

    /// <summary>The loopback port to listen on.</summary>
    public required int Port { get; init; }

    /// <summary>The folder of the run, to which relative paths in the endpoint refer.</summary>
    public required string CurrentFolder { get; init; }
}
