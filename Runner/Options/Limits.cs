namespace DbIngest.Runner.Options;

/// <summary>
/// The largest values that options take. Nothing grows without bound; docs/command-line.md says why each is what it is.
/// </summary>
internal static class Limits
{
    /// <summary>The audit keeps one bit a record: 125 MB a source at this many.</summary>
    public const long RecordsPerSource = 1_000_000_000;

    public const int Batch = 1_000_000;

    /// <summary>Each batch in flight is a writer with a connection and a thread of its own.</summary>
    public const int InFlight = 256;

    public const int Values = 1000;

    /// <summary>Each node is a server process with memory of its own; a database may allow fewer.</summary>
    public const int Nodes = 16;

    public const int Trials = 1000;

    public const int Points = 10_000;

    public const int NameLength = 60;

    public const int RetryDelaySeconds = 30;

    public const int RequestTimeoutSeconds = 3600;

    /// <summary>Threads of a trial: sources x batches in flight.</summary>
    public const int Lanes = 4096;

    /// <summary>Memory of the pooled batches of a trial.</summary>
    public const long BatchMemoryBytes = 2L << 30;

    public const int PasswordFileBytes = 64 * 1024;
}
