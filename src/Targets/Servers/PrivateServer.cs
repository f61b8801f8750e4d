using System.Diagnostics;
using DbIngest.Abstractions.Targets;

namespace DbIngest.Targets.Servers;

/// <summary>
/// A private server: one node or several that a run starts for itself, and that end with the run together with their files,
/// however this process ends (<see cref="Guardian"/>). A <see cref="ServerDefinition"/> starts it when it opens a target without
/// a server, and <c>ViaServiceTarget</c> starts one for the service of each trial. Targets whose plans are equal share it, and
/// restart it before Prepare, Settle and Audit if it has ended (<see cref="EnsureRunning"/>).
/// </summary>
/// <remarks>
/// Thread-safe. It never restarts a node by itself during a trial, and deletes data only when the caller allows it.
/// </remarks>
internal sealed class PrivateServer : IDisposable
{
    private readonly Lock _gate = new();
    private readonly Guardian _guardian;
    private readonly PrivateNode[] _nodes;
    private readonly FreePorts _ports = new();
    private int _starts;

    private PrivateServer(PrivateServerPlan plan, string outer)
    {
        Plan = plan = plan.HasOwnNetwork ? plan with { Network = PrivateNetwork.Of(outer) } : plan;
        IsElsewhere = plan.Displaced(outer) is not null;
        Disk = plan.HasOwnDisk ? PrivateDisk.In(outer) : null;

        // Names that must differ from those of other servers derive from the last characters of the folder.
        Folder = Disk is null ? outer : Path.Combine(Disk.MountPoint, outer[^8..]);
        Layout = plan.Layout(Folder, _ports);
        _nodes = [.. Layout.Nodes.Select((node, i) =>
            new PrivateNode(node, plan.Wave(i), plan.Limits, plan.Signs, plan.Network?.Prefix))];
        _guardian = new Guardian(outer, plan.EndSignal, Layout.FurtherFolders);
        foreach (var node in _nodes)
        {
            node.Process.Ended += EndWatches;
        }
    }

    /// <summary>The plan from which the server was started.</summary>
    public PrivateServerPlan Plan { get; }

    /// <summary>The nodes of the server, with folders and ports.</summary>
    public ServerPlan Layout { get; }

    /// <summary>The folder with all files of the server, closed to other accounts.</summary>
    public string Folder { get; }

    /// <summary>True if that folder is not in the work folder, which the server's account may not enter.</summary>
    public bool IsElsewhere { get; }

    /// <summary>The separate disk on which that folder is. Null if the server has none.</summary>
    public PrivateDisk? Disk { get; }

    /// <summary>The address that targets connect to.</summary>
    public ServerAddress Address => Plan.Address(Layout.Nodes);

    /// <summary>Tokens of verbs that wait for the server. They are cancelled when its last process ends.</summary>
    public ServerWatches Watches { get; } = new();

    /// <summary>The limits of each process and the mechanism that enforces them. Null without limits.</summary>
    public string? Limits => _nodes[0].Process.Limits is { } limits ? limits + Plan.LimitsOf : null;

    /// <summary>Process ids of the running nodes.</summary>
    public IReadOnlyList<int> Processes => [.. _nodes.Select(node => node.Process.Id).OfType<int>()];

    /// <summary>
    /// How often nodes were started, or came back after a fault. A target with connections from before the last start has to
    /// renew them.
    /// </summary>
    public int Starts => Volatile.Read(ref _starts);

    /// <summary>Starts a server and waits until it serves clients. First removes the files of servers whose owner died.</summary>
    /// <param name="plan">The plan.</param>
    /// <param name="say">Receives the announcement for the user.</param>
    /// <param name="cancellation">Cancels the start.</param>
    /// <exception cref="TargetException">The server does not start. The message contains the last lines of its log.</exception>
    public static PrivateServer Start(PrivateServerPlan plan, Action<string> say, CancellationToken cancellation)
    {
        cancellation.ThrowIfCancellationRequested();
        string folder = plan.MakeFolder();
        say(plan.Announcement);
        var server = new PrivateServer(plan, folder);
        if (plan.Displaced(folder) is { } displaced)
        {
            say(displaced);
        }

        try
        {
            if (server.Disk is { } disk)
            {
                disk.Mount(cancellation);
                MakeOwn(server.Folder);
            }

            server.Plan.Network?.Make(cancellation);
            server.EnsureRunning(cancellation);
            return server;
        }
        catch
        {
            server.Dispose();
            throw;
        }
    }

    /// <summary>Starts the nodes that do not run, with their existing data.</summary>
    /// <param name="cancellation">Cancels the wait.</param>
    /// <param name="mayForget">
    /// True allows to kill a node that does not answer, and to delete all data of a server that does not start with it. Only safe
    /// before a trial, which needs no data.
    /// </param>
    /// <returns>True if a node was started.</returns>
    /// <exception cref="TargetException">A node does not start. The message contains the last lines of its log.</exception>
    public bool EnsureRunning(CancellationToken cancellation, bool mayForget = false)
    {
        lock (_gate)
        {
            bool isUp = Array.TrueForAll(_nodes, IsUp);
            if (isUp && mayForget)
            {
                foreach (var silent in Silent(cancellation))
                {
                    // The process runs but cannot serve, for example after a full disk.
                    silent.Process.Kill();
                    isUp = false;
                }
            }

            if (isUp)
            {
                return false;
            }

            try
            {
                StartStopped(cancellation);
            }
            catch (TargetException) when (mayForget)
            {
                foreach (var node in _nodes)
                {
                    node.Forget();
                }

                if (!Directory.Exists(Folder))
                {
                    MakeOwn(Folder);
                }

                StartStopped(cancellation);
            }

            Interlocked.Increment(ref _starts);
            return true;
        }
    }

    /// <summary>
    /// Starts the nodes that do not run, waits until all serve clients, and lets targets renew their connections: after a fault a
    /// server may have ended them although its process runs. A node that ends meanwhile is started too.
    /// </summary>
    /// <param name="cancellation">Cancels the wait.</param>
    /// <exception cref="TargetException">A node does not start, or does not serve.</exception>
    public void AwaitServing(CancellationToken cancellation)
    {
        Waiting.Until(
            () =>
            {
                EnsureRunning(cancellation);
                return Plan.IsWhole(Layout.Nodes, cancellation);
            },
            ServerTimeouts.Pause,
            Plan.StartTimeout,
            () => new TargetException($"The {Plan.Product} server does not serve clients again: {LastOfLog()}",
                isUnreachable: true),
            cancellation);
        Interlocked.Increment(ref _starts);
    }

    /// <summary>Runs an action on the process of each node. No other thread starts or ends a node meanwhile.</summary>
    /// <param name="action">The action. Called under the lock of this server.</param>
    public void OnProcesses(Action<ServerProcess> action)
    {
        lock (_gate)
        {
            foreach (var node in _nodes)
            {
                action(node.Process);
            }
        }
    }

    /// <summary>
    /// Kills the second node. Every plan of several nodes gives it data, and no other node joins through it. Call this only for a
    /// server of at least two nodes.
    /// </summary>
    public void KillNode()
    {
        lock (_gate)
        {
            _nodes[1].Process.KillTree();
        }
    }

    /// <summary>Kills all nodes, which loses what they hold in memory, and starts them again.</summary>
    /// <param name="forget">Deletes the files that the nodes must lose. Null deletes all of them.</param>
    /// <param name="cancellation">Cancels the wait.</param>
    /// <exception cref="TargetException">A node does not start.</exception>
    public void Renew(Action? forget, CancellationToken cancellation)
    {
        cancellation.ThrowIfCancellationRequested();
        lock (_gate)
        {
            foreach (var node in _nodes)
            {
                node.Process.Kill();
                if (forget is null)
                {
                    node.Forget();
                }
            }

            forget?.Invoke();
            if (!Directory.Exists(Folder))
            {
                MakeOwn(Folder);
            }

            EnsureRunning(cancellation);
        }
    }

    /// <summary>Ends all nodes gracefully, so that they may flush. The next verb that needs them starts them again.</summary>
    public void End()
    {
        lock (_gate)
        {
            foreach (var node in _nodes)
            {
                node.Process.End(Plan.StopSignal);
            }
        }
    }

    /// <summary>
    /// Background work that the nodes logged since the last call. With several nodes, each line names its node. Takes no lock, so
    /// only one thread may call it: the sampler of the trial.
    /// </summary>
    public IReadOnlyList<string> TakeBackgroundWork() => _nodes.Length == 1 ? _nodes[0].Log.Take()
        : [.. _nodes.SelectMany(node => node.Log.Take().Select(what => $"{what} on {node.Planned.Place.Name}"))];

    /// <summary>The first errors and the last lines in the logs of the first node, for a message. Takes no lock.</summary>
    public string LastOfLog() => _nodes[0].LastOfLog;

    /// <inheritdoc/>
    public void Dispose()
    {
        _guardian.Dispose();
        foreach (var node in _nodes)
        {
            node.Process.WaitForExit(ServerTimeouts.End);
            node.Dispose();
        }

        _ports.Dispose();
    }

    /// <summary>Makes the folder of a private server, after removing the folders of servers whose owner died.</summary>
    /// <param name="workFolder">Folder in which to make it. Created when missing.</param>
    /// <param name="database">The name for <c>--db</c>, a part of the folder's name.</param>
    /// <param name="endSignal">The signal for processes of those servers that still run.</param>
    /// <exception cref="TargetException">The folder cannot be made.</exception>
    public static string MakeFolder(string workFolder, string database, string endSignal)
    {
        string prefix = $"dbingest-{database}-";
        foreach (string leftover in Leftovers.Find([workFolder], prefix))
        {
            new Guardian(leftover, endSignal).Dispose();
        }

        try
        {
            string folder = Path.Combine(workFolder, prefix + Guid.NewGuid().ToString("N")[..8]);
            Directory.CreateDirectory(workFolder);
            MakeOwn(folder);
            return folder;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new TargetException($"No folder for a private server can be made in {workFolder}: {e.Message}", e,
                isUnreachable: true);
        }
    }

    private static void MakeOwn(string folder)
    {
        PrivateFolder.Make(folder);
        Leftovers.Claim(folder);
    }

    /// <summary>
    /// True if the process runs. The system may report a kill late, so a node that does not answer gets up to
    /// <see cref="ServerTimeouts.Killed"/> to be reported as ended.
    /// </summary>
    private bool IsUp(PrivateNode node) => node.Process.IsRunning
        && (Plan.Answers(node.Planned) || !node.Process.WaitForExit(ServerTimeouts.Killed));

    /// <summary>Finds nodes that run but do not answer within <see cref="ServerTimeouts.Busy"/>.</summary>
    private List<PrivateNode> Silent(CancellationToken cancellation)
    {
        long started = Stopwatch.GetTimestamp();
        while (true)
        {
            cancellation.ThrowIfCancellationRequested();
            var silent = _nodes.Where(node => !Plan.Answers(node.Planned)).ToList();
            if (silent.TrueForAll(node => !node.Process.IsRunning) || Stopwatch.GetElapsedTime(started) > ServerTimeouts.Busy)
            {
                return silent;
            }

            cancellation.WaitHandle.WaitOne(ServerTimeouts.Pause);
        }
    }

    private void StartStopped(CancellationToken cancellation)
    {
        for (long started = Stopwatch.GetTimestamp(); ;)
        {
            try
            {
                StartStopped(started, cancellation);
                return;
            }
            catch (TargetException) when (Stopwatch.GetElapsedTime(started) < Plan.StartRetry)
            {
                cancellation.WaitHandle.WaitOne(ServerTimeouts.Pause);
            }
        }
    }

    private void StartStopped(long started, CancellationToken cancellation)
    {
        var begun = _nodes.Where(node => node.Process.IsRunning).ToList();
        var stopped = _nodes.Except(begun).GroupBy(node => node.Wave).OrderBy(wave => wave.Key).ToList();
        foreach (var wave in stopped)
        {
            foreach (var node in wave)
            {
                cancellation.ThrowIfCancellationRequested();
                Start(node, cancellation);
                begun.Add(node);
            }

            if (wave != stopped[^1])
            {
                Await(() => wave.All(node => Plan.Answers(node.Planned)), begun, started, cancellation);
            }
        }

        Await(() => Plan.IsWhole(Layout.Nodes, cancellation), begun, started, cancellation);
    }

    private void Start(PrivateNode node, CancellationToken cancellation)
    {
        try
        {
            node.Start(cancellation);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new TargetException($"The {Plan.Product} server does not start: {e.Message}", e, isUnreachable: true);
        }
    }

    /// <summary>Waits until running nodes meet a condition. Fails at once if one of them ends meanwhile.</summary>
    private void Await(Func<bool> condition, List<PrivateNode> nodes, long started,
        CancellationToken cancellation) => Waiting.Until(
        () => nodes.Find(node => !node.Process.IsRunning) is { } ended
            ? throw new TargetException($"The {Plan.Product} server does not start: {ended.LastOfLog}", isUnreachable: true)
            : condition(),
        ServerTimeouts.Pause,
        Plan.StartTimeout - Stopwatch.GetElapsedTime(started),
        () => new TargetException(
            $"The {Plan.Product} server is not ready after {Plan.StartTimeout.TotalMinutes:0} minutes: {nodes[0].LastOfLog}",
                isUnreachable: true),
        cancellation);

    private void EndWatches()
    {
        if (!Array.Exists(_nodes, node => node.Process.IsRunning))
        {
            Watches.CancelAll();
        }
    }
}
