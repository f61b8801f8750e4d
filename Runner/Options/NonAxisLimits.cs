using DbIngest.Core.Plan;

namespace DbIngest.Runner.Options;

/// <summary>
/// The largest values of options that are no axes, which the readers check, and the largest products of several options, which
/// <see cref="SweepRequestCheck"/> checks. The bounds of an axis (batch, records, sources, in-flight and so on) stand in its
/// entry in <see cref="SweepAxes"/>, the largest <c>--retries</c> in <c>RetryOptions.LargestMaxRetries</c>. The help texts of the
/// options repeat the values: change both together.
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

    /// <summary>The smallest <c>--server-memory</c> in MiB. The only lower bound here.</summary>
    public const int ServerMemoryMb = 64;

    public const int ServerCpus = 1024;

    public const int RehearsalSeconds = 600;

    public const int RequestTimeoutSeconds = 3600;

    /// <summary>Lanes of a trial: sources times batches in flight. Each lane is a thread with a connection.</summary>
    public const int Lanes = 4096;

    /// <summary>Bytes of the batches of all lanes of a trial together: 2 GiB.</summary>
    public const long BatchMemoryBytes = 2L << 30;

    /// <summary>Bytes of a file with a password, or with the API keys of a service: 64 KiB.</summary>
    public const int PasswordFileBytes = 64 * 1024;
}
