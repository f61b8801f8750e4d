using System.Globalization;
using DbIngest.Abstractions.Targets;
using DbIngest.Clusters.Hosts;
using DbIngest.Clusters.Providers;
using DbIngest.Targets.Deploying;
using DbIngest.Targets.Servers;

namespace DbIngest.Clusters.Processes;

/// <summary>
/// Brings nodes up as processes: creates missing nodes, starts stopped ones, and waits until every node serves and all nodes
/// agree. <see cref="ProcessProvider"/> runs it for <c>cluster up</c>. It leaves running nodes as they are, writes the
/// configuration files of each node that it starts anew, and refuses a port at which another program listens. It deletes the
/// remains of an interrupted initialisation, but never the data of an initialised node.
/// </summary>
/// <param name="nodes">Reaches and runs the deployment's nodes.</param>
/// <param name="context">The services of the command.</param>
/// <param name="id">The deployment's id: 16 hexadecimal digits.</param>
/// <param name="begin">Called with a node before anything of it is created, from several threads at once.</param>
/// <param name="cancellation">Ends the wait. What was created stays.</param>
internal sealed class ProcessUp(ProcessProvider nodes, ClusterContext context, string id, Action<DeployedNode> begin,
    CancellationToken cancellation)
{
    private const string Initialised = "initialised";
    private const string Readable = "644";
    private const string Secret = "600";
    private TimeSpan _timeout = NodeWait.StartTimeout;

    /// <summary>Brings all nodes up.</summary>
    /// <returns>The number of nodes started.</returns>
    /// <exception cref="ClusterException">A node cannot be created, does not start, or does not serve in time.</exception>
    public int Run()
    {
        var plan = nodes.Plan;
        int started = plan.FirstIsSeed && Start(0) ? 1 : 0;
        if (plan.FirstIsSeed)
        {
            // Listening is enough: the seed may accept its user only once the other nodes are there.
            var (address, port) = plan.Nodes[0].Listens[0];
            Until($"{nodes.Order.Nodes[0].Name} does not serve clients", 0, () => HostMeasurements.Answers(address, port) ? null
                : "nothing listens there");
        }

        started += EveryNode.Select(plan.Nodes.Count, i => !(i == 0 && plan.FirstIsSeed) && Start(i))
            .Count(isStarted => isStarted);

        // Where every node ran already, a failure is mostly a wrong password: waiting long would not help.
        _timeout = started > 0 ? NodeWait.StartTimeout : NodeWait.RunningTimeout;
        if (plan.Form is { } form)
        {
            Until("The nodes do not form one cluster", 0, () => Folder(0)
                .Run(form.Command, form.Input?.Invoke(), cancellation) is { ExitCode: not 0 } failed ? failed.Words : null);
        }

        Until("The nodes do not form one cluster, with its user", 0, nodes.Form);
        for (int i = 0; i < plan.Nodes.Count; i++)
        {
            Await(i);
        }

        Until("The nodes do not agree", 0, nodes.Disagreement);
        return started;
    }

    private NodeFolder Folder(int index) => nodes.Folder(index, id);

    private bool Start(int index)
    {
        var node = nodes.Plan.Nodes[index];
        var folder = Folder(index);
        string state = folder.State(cancellation).State;
        if (state == "running")
        {
            return false;
        }

        if (node.Listens.FirstOrDefault(place => (place.Address != "127.0.0.1" || !folder.Shell.IsRemote)
            && HostMeasurements.Answers(place.Address, place.Port)) is { Address: not null } taken)
        {
            throw new ClusterException(string.Create(
                CultureInfo.InvariantCulture,
                    $"Another program uses port {taken.Port} of {taken.Address}; end it, or give the deployment another "
                    + $"port."));
        }

        context.Say($"{(state == "absent" ? "Making and starting" : "Starting")} {node.Place.Name} at {node.Place.Address}, in {folder.Path}{(folder.Shell.IsRemote ? $" on {folder.Shell.Name}" : string.Empty)}.");
        begin(nodes.Deployment.Nodes[index]);
        bool isNew = !folder.Has(Initialised, cancellation);
        if (isNew)
        {
            folder.Make([], cancellation);
            folder.Reset(cancellation);
        }

        folder.Make([.. node.Folders, "certs"], cancellation);
        foreach (var (name, text) in node.Files)
        {
            folder.Write(Readable, name, text, cancellation);
        }

        new HostInstall(folder, context, cancellation).Install(nodes.Deployment.Install);
        Encrypt(folder);
        foreach (var (command, input) in isNew ? node.Initialise : [])
        {
            folder.Step(command, input?.Invoke(), cancellation);
        }

        folder.Write(Readable, Initialised, string.Empty, cancellation);

        folder.Start([.. Limits(folder, node.Place.Name), .. node.Command], cancellation);
        return true;
    }

    private void Encrypt(NodeFolder folder)
    {
        if (nodes.Deployment.Tls is not { } tls)
        {
            return;
        }

        foreach (var (name, file, mode) in ((string, string, string)[])[(CertificateNames.Authority, tls.Authority, Readable),
            (CertificateNames.Certificate, tls.Certificate, Readable), (CertificateNames.Key, tls.Key, Secret)])
        {
            folder.Write(mode, name, PemFiles.Read(file), cancellation);
        }
    }

    /// <summary>
    /// Command prefix that applies the limits and, with systemd, keeps the node running after its starter has ended.
    /// </summary>
    private IReadOnlyList<string> Limits(NodeFolder folder, string node)
    {
        if (nodes.Deployment.Supervise == "systemd")
        {
            return ServerStart.Scope($"dbingest-{id}-{node}", nodes.Deployment.Limits);
        }

        if (nodes.Deployment.Limits is not { } limits)
        {
            return [];
        }

        try
        {
            // A node that ended by itself has left its groups, which the file no longer lists from now on.
            folder.Stop("TERM", cancellation);
            var (prefix, groups) = ServerStart.Limit(limits);
            folder.Write(Readable, ServerStart.GroupsFile, string.Join('\n', groups) + "\n", cancellation);
            return prefix;
        }
        catch (TargetException exception)
        {
            throw new ClusterException(
                $"{context.File}: nothing applies memory and cpus on this machine: it has no control group that may be written "
                + "to, and no systemd; leave them out, or run as root.", exception);
        }
    }

    private void Await(int index) => Until($"{nodes.Order.Nodes[index].Name} does not serve clients", index,
        () => nodes.Ask(index, NodeWait.AnswerTimeout) is { IsAvailable: false } not ? not.Detail : null);

    /// <summary>Polls until the condition is met, and fails soon after the node's process has ended.</summary>
    private void Until(string what, int index, Func<string?> missing) => NodeWait.Until(
        what,
        missing,
        () => Folder(index).State(cancellation).State == "stopped"
            ? $"{nodes.Order.Nodes[index].Name} has ended: "
                + $"{Folder(index).Tail([.. nodes.Plan.Nodes[index].Logs, ServerStart.OutputLog], cancellation)}"
            : null,
        cancellation,
        _timeout);
}
