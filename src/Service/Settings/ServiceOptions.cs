using System.Net;
using System.Security.Cryptography.X509Certificates;
using DbIngest.Abstractions.Operations;
using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;

namespace DbIngest.Service.Settings;

/// <summary>
/// How a service listens, whom it serves, and how much it takes at once. <c>ServeRequestReader</c> creates it from the checked
/// options of <c>serve</c>, and <c>TrialServiceVerb</c> for the process that stands before a database in a trial.
/// <c>ServiceHost</c> and the classes behind it check nothing again. Immutable. It holds secrets, so it must not be printed.
/// </summary>
public sealed record ServiceOptions
{
    /// <summary>Name of the database.</summary>
    public required string Database { get; init; }

    /// <summary>Name of the write path.</summary>
    public required string Client { get; init; }

    /// <summary>The durability level of every acknowledgement.</summary>
    public required DurabilityContract Contract { get; init; }

    /// <summary>The single-record operations of the write path. None for a table without a key.</summary>
    public required RecordOperations Operations { get; init; }

    /// <summary>True if the write path tells whether a deletion found its record.</summary>
    public bool TellsAbsence { get; init; }

    /// <summary>The values of a record.</summary>
    public required RecordSchema Schema { get; init; }

    /// <summary>Where the service listens. Port 0 takes a free one.</summary>
    public required IPEndPoint Listen { get; init; }

    /// <summary>Host names that requests may name, beside addresses and <c>localhost</c>. Lower case, without port.</summary>
    public IReadOnlyList<string> HostNames { get; init; } = [];

    /// <summary>API keys. Each request except those for health must carry one. Empty to serve without keys.</summary>
    public IReadOnlyList<Secret> Keys { get; init; } = [];

    /// <summary>The certificate for TLS, with its key. Null for plain HTTP.</summary>
    public X509Certificate2? Certificate { get; init; }

    /// <summary>
    /// Certificates that the service sends with its own, from which clients that trust only the root find it. Null for none.
    /// </summary>
    public X509Certificate2Collection? CertificateChain { get; init; }

    /// <summary>True to speak HTTP/2 alone on plain TCP, with prior knowledge. With TLS both versions are negotiated.</summary>
    public bool IsHttp2 { get; init; }

    /// <summary>Which thread does the work of a request.</summary>
    public ThreadModel Threads { get; init; } = ThreadModel.Queue;

    /// <summary>Sessions with the store, at least 1. Each does the work of one request at a time.</summary>
    public int Connections { get; init; } = DefaultConnections;

    /// <summary>
    /// Sources that clients number themselves, from 0. At most 1,000,000: from 2^20 on numbers belong to sources with names.
    /// </summary>
    public int Sources { get; init; } = DefaultSources;

    /// <summary>Most rows that wait for the store or are being written.</summary>
    public long QueueRows { get; init; } = DefaultQueueRows;

    /// <summary>Most bytes of bodies that wait for the store or are being written.</summary>
    public long QueueBytes { get; init; } = DefaultQueueBytes;

    /// <summary>Most bytes of a body.</summary>
    public int BodyBytes { get; init; } = DefaultBodyBytes;

    /// <summary>Most records of a batch.</summary>
    public int BatchRecords { get; init; } = DefaultBatchRecords;

    /// <summary>Most records of a window.</summary>
    public int WindowRecords { get; init; } = DefaultWindowRecords;

    /// <summary>Most client connections.</summary>
    public int Clients { get; init; } = DefaultClients;

    /// <summary>How long a request may wait for a session before it is refused with status 504.</summary>
    public TimeSpan QueueTimeout { get; init; } = TimeSpan.FromSeconds(10);

    /// <summary>How long requests that have begun may take once the service is being stopped.</summary>
    public TimeSpan DrainTimeout { get; init; } = TimeSpan.FromSeconds(30);

    /// <summary>
    /// Receives a line per refused request and per failed sweep of the ledger, without secrets. Called by several threads, one
    /// at a time.
    /// </summary>
    public Action<string> Log { get; init; } = static _ => { };

    /// <summary>
    /// True if records are read by source and sequence number. The table then has a unique key if <see cref="IsIndexed"/> too.
    /// </summary>
    public bool IsKeyed => Operations.HasFlag(RecordOperations.Reads);

    /// <summary>
    /// True to keep a ledger of requests in the store, for a table without a key. The write path then has
    /// <see cref="WriteClient.KeepsLedger"/>.
    /// </summary>
    public bool HasLedger { get; init; }

    /// <summary>False for a table without an index on the key: each read and change then reads the whole table.</summary>
    public bool IsIndexed { get; init; } = true;

    /// <summary>True to create an index on source and timestamp in a table that the service creates.</summary>
    public bool HasTimeIndex { get; init; }

    /// <summary>True if no other machine can reach the service.</summary>
    public bool IsLoopback => IPAddress.IsLoopback(Listen.Address);

    /// <summary>Default of <see cref="Connections"/>.</summary>
    public const int DefaultConnections = 8;

    /// <summary>Most threads of <see cref="ThreadModel.Dedicated"/>. Further requests wait for one.</summary>
    public const int MostRequestThreads = 1000;

    /// <summary>Default of <see cref="Sources"/>.</summary>
    public const int DefaultSources = 1024;

    /// <summary>Default of <see cref="QueueRows"/>.</summary>
    public const long DefaultQueueRows = 500_000;

    /// <summary>Default of <see cref="QueueBytes"/>.</summary>
    public const long DefaultQueueBytes = 256L << 20;

    /// <summary>Default of <see cref="BodyBytes"/>.</summary>
    public const int DefaultBodyBytes = 32 << 20;

    /// <summary>Default of <see cref="BatchRecords"/>.</summary>
    public const int DefaultBatchRecords = 100_000;

    /// <summary>Default of <see cref="WindowRecords"/>.</summary>
    public const int DefaultWindowRecords = 10_000;

    /// <summary>Default of <see cref="Clients"/>.</summary>
    public const int DefaultClients = 4096;
}
