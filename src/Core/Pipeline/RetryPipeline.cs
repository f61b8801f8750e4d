using DbIngest.Abstractions.Targets;
using Polly;
using Polly.Retry;

namespace DbIngest.Core.Pipeline;

/// <summary>Builds the retries that <see cref="LocalIngestRun"/> wraps around every writer, the same for all targets.</summary>
internal static class RetryPipeline
{
    /// <summary>Retries transient failures with exponential pauses and without jitter, so that runs are alike.</summary>
    public static ResiliencePipeline Create(RetryOptions options) =>
        options.MaxRetries == 0
            ? ResiliencePipeline.Empty
            : new ResiliencePipelineBuilder()
                .AddRetry(new RetryStrategyOptions
                {
                    MaxRetryAttempts = options.MaxRetries,
                    Delay = options.Delay,
                    MaxDelay = RetryOptions.LargestDelay,
                    BackoffType = DelayBackoffType.Exponential,
                    UseJitter = false,
                    ShouldHandle = static arguments => ValueTask.FromResult(
                        arguments.Outcome.Exception is BatchWriteException { IsTransient: true }),
                })
                .Build();
}
