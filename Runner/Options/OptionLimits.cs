using DbIngest.Core.Plan;

namespace DbIngest.Runner.Options;

/// <summary>
/// The largest values that options take. Nothing grows without bound; docs/reference/command-line.md says why each is what it is.
/// </summary>
internal static class OptionLimits
{
    public const int Trials = 1000;

    public const int Blocks = 100;

    /// <summary>Trials of a point in all blocks.</summary>
    public const int TrialsOfAPoint = 10_000;

    public const int Points = 10_000;

    public const int NameLength = WrittenName.Longest;

    public const int RetryDelaySeconds = 30;

    public const int ServerMemoryMb = 64;

    public const int ServerCpus = 1024;

    public const int RehearsalSeconds = 600;

    public const int RequestTimeoutSeconds = 3600;

    /// <summary>Threads of a trial: sources x batches in flight.</summary>
    public const int Lanes = 4096;

    /// <summary>Memory of the pooled batches of a trial.</summary>
    public const long BatchMemoryBytes = 2L << 30;

    public const int PasswordFileBytes = 64 * 1024;
}
