namespace DbIngest.Core.Pipeline;

/// <summary>
/// How the pipeline retries a batch whose write failed: <c>--retries</c> and <c>--retry-delay</c>. <c>SweepSession</c> creates it
/// per sweep, <see cref="Sweeps.Calibrator"/> one without retries, and the <see cref="RetrySchedule"/> of each lane applies it.
/// Conflicts have another rule there. Immutable.
/// </summary>
/// <param name="MaxRetries">Attempts after the first, 0 to <see cref="LargestMaxRetries"/>.</param>
/// <param name="Delay">Pause before the first retry. It doubles with each retry, up to <see cref="LargestDelay"/>.</param>
public sealed record RetryOptions(int MaxRetries, TimeSpan Delay)
{
    /// <summary>Most retries that a user may ask for.</summary>
    public const int LargestMaxRetries = 100;

    /// <summary>The longest pause between two attempts.</summary>
    public static readonly TimeSpan LargestDelay = TimeSpan.FromSeconds(30);

    /// <summary>Five retries after 0.2, 0.4, 0.8, 1.6 and 3.2 s, which outlast the restart of a server.</summary>
    public static readonly RetryOptions Default = new(5, TimeSpan.FromMilliseconds(200));
}
