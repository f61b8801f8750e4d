using DbIngest.Abstractions.Targets;
using DbIngest.Core.Pipeline;
using DbIngest.Core.Results;
using DbIngest.Targets.Servers;
using DbIngest.Targets.Tests.Cassandra;

namespace DbIngest.Targets.Tests.Http;

/// <summary>A trial in the middle of which its server is killed, and comes back while records are sent.</summary>
internal static class RestartedTrial
{
    /// <summary>Runs it.</summary>
    /// <param name="target">The target, of a server of its own.</param>
    /// <param name="timestamps">Which timestamps the database takes.</param>
    /// <returns>The result of 32,000 records.</returns>
    public static async Task<TrialResult> RunAsync(IServerTarget target, TimestampLimits? timestamps = null)
    {
        var back = Task.CompletedTask;
        var result = DisturbedTrial.Run(
            target,
            4000,
            () =>
            {
                DisturbedTrial.Signal("KILL", target.ServerProcesses()[0]);
                back = Task.Run(async () =>
                {
                    // The rest of the records come while nobody is there.
                    await Task.Delay(500);
                    target.PrivateServer!.EnsureRunning(CancellationToken.None);
                });
            },
            new RetryOptions(100, TimeSpan.FromSeconds(1)),
            timestamps);
        await back;
        return result;
    }
}
