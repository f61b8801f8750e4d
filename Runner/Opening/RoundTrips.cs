using DbIngest.Abstractions.Targets;
using DbIngest.Core.Measurement;
using DbIngest.Core.Plan;

namespace DbIngest.Runner.Opening;

/// <summary>
/// Measures network round trips to remote servers that are not deployments, for the manifest, by TCP connections that carry no
/// data. <c>RunVerb</c> calls it before the first trial of a new sweep, and not for <c>--resume</c>, since the manifest is
/// written once. A server that does not answer is left out: no failure here ends a run.
/// </summary>
internal static class RoundTrips
{
    /// <summary>Adds the round trips to descriptions.</summary>
    /// <param name="targets">Descriptions of all targets, local ones included.</param>
    /// <param name="cancellation">Cancels the measurement.</param>
    /// <returns>The descriptions in the same order, with the shortest round trip in seconds per remote server.</returns>
    public static IReadOnlyList<TargetDescription> Measure(IReadOnlyList<TargetDescription> targets,
        CancellationToken cancellation) =>
        [.. targets.Select(target => IsAsked(target) ? Measure(target, cancellation) : target)];

    /// <summary>True for a remote server, unless it belongs to a deployment, whose nodes are measured elsewhere.</summary>
    private static bool IsAsked(TargetDescription target) => target.Placement == "remote"
        && target.OpenedFor?.ContainsKey(SweepAxes.Deployment.Field) != true;

    private static TargetDescription Measure(TargetDescription target, CancellationToken cancellation)
    {
        var ways = new Dictionary<string, double>(StringComparer.Ordinal);
        foreach (var server in target.Servers.Distinct())
        {
            if (TcpRoundTrip.LeastS(server, cancellation) is { } seconds)
            {
                ways[TcpRoundTrip.Name(server)] = seconds;
            }
        }

        return ways.Count == 0 ? target : target with { RoundTripsS = ways };
    }
}
