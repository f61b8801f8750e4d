using System.Net;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Servers;
using DbIngest.Wire.Http;

namespace DbIngest.Targets.Via;

/// <summary>
/// The plan of the service's process for one trial: one node on a free loopback port. <see cref="ViaServiceTarget"/> starts it
/// as a private server, so that guardian, limits and log work as for every server of a run. The service counts as started once
/// it answers <c>GET /health/ready</c>. The task goes into a file that other accounts cannot read, because it may contain a
/// password.
/// </summary>
/// <param name="Start">How to start the service.</param>
/// <param name="Table">The table of the trial.</param>
internal sealed record ServicePlan(ServiceStart Start, TrialTable Table)
    : PrivateServerPlan("via-service", "HTTP service", Start.Command[0], "dbingest serve", MemoryMb: null, Start.WorkFolder,
        Start.Limits)
{
    private const string TaskFile = "task.json";

    /// <inheritdoc/>
    public override ServerPlan Layout(string folder, FreePorts free)
    {
        int port = free.Take(IPAddress.Loopback);
        string task = Path.Combine(folder, TaskFile);
        return new(
        [
            new PlannedNode(new ServerPlace("service", IPAddress.Loopback.ToString(), folder), [.. Start.Command, task])
            {
                Listens = [(IPAddress.Loopback.ToString(), port)],
                Initialise = [new PlannedStep(["sh", "-c", "umask 077; cat >\"$0\"", task], () => Start.TaskOf(Table, port))],
            },
        ]);
    }

    /// <inheritdoc/>
    protected override void Ask(PlannedNode node)
    {
        using var connection = HttpConnection.Open(Server(node),
            new()
            {
                ConnectTimeout = ServerTimeouts.Ready,
                RequestTimeout = ServerTimeouts.Ready,
                IsHttp2 = Start.IsHttp2,
            });
        connection.Run(HttpRequest.Make("GET", "/health/ready", connection));
    }
}
