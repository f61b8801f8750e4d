using DbIngest.Core.Plan;

namespace DbIngest.Runner.Options;

/// <summary>
/// The largest values of options that are no axes, and the largest products of several options, which
/// <see cref="SweepRequestCheck"/> refuses to exceed. The bounds of an axis (batch, records, sources, in-flight and so on) stand
/// in its entry in <see cref="SweepAxes"/>, the largest <c>--retries</c> in <c>RetryOptions.LargestMaxRetries</c>.
/// docs/reference/command-line.md explains each.
/// </summary>
internal static class NonAxisLimits
{
    public const int Trials = 1000;

    public const int Blocks = 100;

    /// <summary>Trials per point, summed over all blocks.</summary>
    public const int TrialsOfAPoint = 10_000;

    public const int Points = 10_000;

    public const int NameLength = WrittenName.Longest;

    public const int RetryDelaySeconds = 30;

    public const int ServerMemoryMb = 64;

    public const int ServerCpus = 1024;

    public const int RehearsalSeconds = 600;

    public const int RequestTimeoutSeconds = 3600;

    /// <summary>Lanes of a trial: sources times batches in flight. Each lane is a thread with a connection.</summary>
    public const int Lanes = 4096;

    /// <summary>Total bytes of the batches of all lanes of a trial.</summary>
    public const long BatchMemoryBytes = 2L << 30;

    public const int PasswordFileBytes = 64 * 1024;
}
