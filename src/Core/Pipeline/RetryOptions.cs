namespace DbIngest.Core.Pipeline;

/// <summary>How often a batch whose write failed is tried again.</summary>
/// <param name="MaxRetries">Attempts beyond the first; 0 to <see cref="LargestMaxRetries"/>.</param>
/// <param name="Delay">The pause before the first retry; it doubles from one to the next, up to <see cref="LargestDelay"/>.</param>
public sealed record RetryOptions(int MaxRetries, TimeSpan Delay)
{
    /// <summary>The largest number of retries that may be asked for.</summary>
    public const int LargestMaxRetries = 100;

    /// <summary>The longest pause between two attempts.</summary>
    public static readonly TimeSpan LargestDelay = TimeSpan.FromSeconds(30);

    /// <summary>Five retries: after 0.2, 0.4, 0.8, 1.6 and 3.2 seconds, so that a server's restart is survived.</summary>
    public static readonly RetryOptions Default = new(5, TimeSpan.FromMilliseconds(200));
}
