using DbIngest.Core.Plan;

namespace DbIngest.Runner.Options;

/// <summary>
/// Upper bounds of option values. Every option that makes something grow has one. docs/reference/command-line.md explains each.
/// </summary>
internal static class OptionLimits
{
    public const int Trials = 1000;

    public const int Blocks = 100;

    /// <summary>Trials per point over all blocks.</summary>
    public const int TrialsOfAPoint = 10_000;

    public const int Points = 10_000;

    public const int NameLength = WrittenName.Longest;

    public const int RetryDelaySeconds = 30;

    public const int ServerMemoryMb = 64;

    public const int ServerCpus = 1024;

    public const int RehearsalSeconds = 600;

    public const int RequestTimeoutSeconds = 3600;

    /// <summary>Lanes of a trial, each a thread: sources times batches in flight.</summary>
    public const int Lanes = 4096;

    /// <summary>Bytes of the batches of all lanes of a trial.</summary>
    public const long BatchMemoryBytes = 2L << 30;

    public const int PasswordFileBytes = 64 * 1024;
}
