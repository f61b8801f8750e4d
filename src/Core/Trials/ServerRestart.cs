using DbIngest.Abstractions.Targets;
using DbIngest.Core.Plan;
using DbIngest.Core.Targets;

namespace DbIngest.Core.Trials;

/// <summary>
/// Stops the servers that a run started and starts them again on the same data before a trial (<c>--restart server</c>).
/// <see cref="TrialRunner"/> calls it while it prepares a trial, never within the timed region.
/// </summary>
internal static class ServerRestart
{
    /// <summary>True if the point asks for a restart.</summary>
    public static bool IsAsked(Point point) =>
        SweepAxes.Restart.TryGet(point.Axes, out string? name) && name == ServerAxes.RestartServer;

    /// <summary>
    /// Stops and starts the servers of a target one after the other. Returns when all serve clients. After a failure a server
    /// may be left stopped.
    /// </summary>
    /// <param name="target">The target.</param>
    /// <param name="cancellation">Ends the wait for a server that stops or starts.</param>
    /// <exception cref="TargetException">This run started no server of the target, or one does not start again.</exception>
    /// <exception cref="OperationCanceledException">The wait was ended. A stop may then be left behind.</exception>
    public static void Run(ITarget target, CancellationToken cancellation)
    {
        if (target.StartedServers.Count == 0)
        {
            throw new TargetException("This run did not start the server, so that it cannot start it again: leave --restart out.");
        }

        foreach (var server in target.StartedServers)
        {
            // A graceful stop may take long.
            Interruptible.Run(() => server.Stop(), cancellation);
            server.Start(cancellation);
        }
    }
}
