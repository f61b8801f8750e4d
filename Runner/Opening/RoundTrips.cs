using DbIngest.Abstractions.Targets;
using DbIngest.Core.Measurement;
using DbIngest.Core.Plan;

namespace DbIngest.Runner.Opening;

/// <summary>The way to servers on other machines that are no deployment: all of it that a client can measure alone.</summary>
internal static class RoundTrips
{
    /// <summary>Measures it.</summary>
    /// <param name="targets">The targets, described.</param>
    /// <param name="cancellation">Ends it early.</param>
    /// <returns>The same, with what was measured.</returns>
    public static IReadOnlyList<TargetDescription> Measure(IReadOnlyList<TargetDescription> targets, CancellationToken cancellation) => [.. targets.Select(target => IsAsked(target) ? Measure(target, cancellation) : target)];

    /// <summary>A deployment's are measured with what else is known of it.</summary>
    private static bool IsAsked(TargetDescription target) => target.Placement == "remote" && target.OpenedFor?.ContainsKey(SweepAxes.Deployment.Field) != true;

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
