using System.Diagnostics;
using DbIngest.Abstractions.Targets;

namespace DbIngest.Targets.Servers;

/// <summary>
/// A server of one node or several that is started for a run, and ends with it, its files too, whatever becomes of this process
/// (<see cref="Guardian"/>). A <see cref="ServerDefinition"/> starts it when a target is opened; targets have it brought back
/// before a verb that needs it. Several targets may share it.
/// </summary>
internal sealed class OwnServer : IDisposable
{
    private readonly Lock _gate = new();
    private readonly HashSet<CancellationTokenSource> _watches = [];
    private readonly Guardian _guardian;
    private readonly OwnNode[] _nodes;

    private OwnServer(OwnServerPlan plan, string folder)
    {
        Plan = plan;
        Folder = folder;
        Layout = plan.Layout(folder, new FreePorts());
        _nodes = [.. Layout.Nodes.Select((node, i) => new OwnNode(node, plan.Wave(i), plan.Limits))];
        _guardian = new Guardian(folder, plan.EndSignal, Layout.FurtherFolders);
        foreach (var node in _nodes)
        {
            node.Process.Ended += EndWatches;
        }
    }

    /// <summary>What it is.</summary>
    public OwnServerPlan Plan { get; }

    /// <summary>How it is laid out.</summary>
    public ServerPlan Layout { get; }

    /// <summary>The folder with all of its files, which no other account can enter.</summary>
    public string Folder { get; }

    /// <summary>The address that targets connect to.</summary>
    public ServerAddress Address => Plan.Address(Layout.Nodes);

    /// <summary>What each process may take, and what holds it to that; null without limits.</summary>
    public string? Limits => _nodes[0].Process.Limits is { } limits ? limits + Plan.LimitsOf : null;

    /// <summary>The processes that run.</summary>
    public IReadOnlyList<int> Processes => [.. _nodes.Select(node => node.Process.Id).OfType<int>()];

    /// <summary>Makes and starts a server, after clearing away the files of servers whose owner is gone.</summary>
    /// <param name="plan">What it is to be.</param>
    /// <param name="say">Receives the announcement for the user.</param>
    /// <param name="cancellation">Ends the start early.</param>
    /// <returns>The server, serving clients.</returns>
    /// <exception cref="TargetException">It does not start.</exception>
    public static OwnServer Start(OwnServerPlan plan, Action<string> say, CancellationToken cancellation)
    {
        cancellation.ThrowIfCancellationRequested();
        string folder = MakeFolder(plan.WorkFolder, plan.Database);
        say(plan.Announcement);
        var server = new OwnServer(plan, folder);
        try
        {
            server.EnsureRunning(cancellation);
            return server;
        }
        catch
        {
            server.Dispose();
            throw;
        }
    }

    /// <summary>Starts the nodes that do not run, with the data that they have.</summary>
    /// <param name="cancellation">Ends the waiting early.</param>
    /// <param name="mayForget">
    /// Whether a node that stays silent is started anew, and a server that does not start with its data without them: before a
    /// trial none of its data are needed.
    /// </param>
    /// <returns>Whether a node was started.</returns>
    /// <exception cref="TargetException">A node does not start; the message has the last lines of its log.</exception>
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

            return true;
        }
    }

    /// <summary>Ends all nodes at once, without what they still hold in memory, and starts them again.</summary>
    /// <param name="forget">Deletes files that the nodes are not to have any more; null deletes all.</param>
    /// <param name="cancellation">Ends the waiting early.</param>
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

    /// <summary>
    /// Ends all nodes, which may write what they hold. They are started again before the next verb that needs them.
    /// </summary>
    public void End()
    {
        lock (_gate)
        {
            foreach (var node in _nodes)
            {
                node.Process.End();
            }
        }
    }

    /// <summary>
    /// Makes a token that is cancelled by the user, or when the last process of the server ends: nothing waits for a server that
    /// is gone.
    /// </summary>
    /// <param name="cancellation">The user's token.</param>
    /// <returns>The source of the token; the caller disposes it by <see cref="EndWatch"/>.</returns>
    public CancellationTokenSource Watch(CancellationToken cancellation)
    {
        var source = CancellationTokenSource.CreateLinkedTokenSource(cancellation);
        lock (_watches)
        {
            _watches.Add(source);
        }

        return source;
    }

    /// <summary>Ends a watch.</summary>
    /// <param name="watch">The watch.</param>
    public void EndWatch(CancellationTokenSource watch)
    {
        lock (_watches)
        {
            _watches.Remove(watch);
        }

        watch.Dispose();
    }

    /// <summary>Says what a server that has ended left in its logs.</summary>
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
    }

    public static string MakeFolder(string workFolder, string database)
    {
        string prefix = $"dbingest-{database}-";
        foreach (string leftover in Leftovers.Find([workFolder], prefix))
        {
            new Guardian(leftover, Guardian.AtOnce).Dispose();
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
    /// Whether the process runs. The system may not have told yet that one was just killed: a node that does not answer gets the
    /// time for it.
    /// </summary>
    private bool IsUp(OwnNode node) => node.Process.IsRunning
        && (Plan.Answers(node.Planned) || !node.Process.WaitForExit(ServerTimeouts.Killed));

    /// <summary>Nodes that run and do not answer within the time that a busy one may take.</summary>
    private List<OwnNode> Silent(CancellationToken cancellation)
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
        long started = Stopwatch.GetTimestamp();
        var begun = _nodes.Where(node => node.Process.IsRunning).ToList();
        var stopped = _nodes.Except(begun).GroupBy(node => node.Wave).OrderBy(wave => wave.Key).ToList();
        foreach (var wave in stopped)
        {
            foreach (var node in wave)
            {
                cancellation.ThrowIfCancellationRequested();
                node.Start(cancellation);
                begun.Add(node);
            }

            if (wave != stopped[^1])
            {
                Await(() => wave.All(node => Plan.Answers(node.Planned)), begun, started, cancellation);
            }
        }

        Await(() => Plan.IsWhole(Layout.Nodes, cancellation), begun, started, cancellation);
    }

    /// <summary>Waits until nodes that run come to a condition; fails at once where one of them ends meanwhile.</summary>
    private void Await(Func<bool> condition, List<OwnNode> nodes, long started, CancellationToken cancellation) => Waiting.Until(
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
        if (Array.Exists(_nodes, node => node.Process.IsRunning))
        {
            return;
        }

        CancellationTokenSource[] watches;
        lock (_watches)
        {
            watches = [.. _watches];
        }

        foreach (var watch in watches)
        {
            try
            {
                watch.Cancel();
            }
            catch (ObjectDisposedException)
            {
                // The verb has just ended by itself.
            }
        }
    }
}
