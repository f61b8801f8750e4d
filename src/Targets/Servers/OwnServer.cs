using System.Diagnostics;
using DbIngest.Abstractions.Targets;

namespace DbIngest.Targets.Servers;

/// <summary>How a server of one process is started for a run.</summary>
/// <param name="Product">Its name for people.</param>
/// <param name="Folder">Its folder, which its command line must name.</param>
/// <param name="Command">The program and its arguments.</param>
/// <param name="Configure">Writes its configuration. Called before every start.</param>
/// <param name="IsReady">Whether it answers. Called again and again.</param>
/// <param name="Limits">What it may take at most; null for no limit.</param>
internal sealed record OwnServerPlan(string Product, string Folder, IReadOnlyList<string> Command, Action Configure, Func<bool> IsReady, ServerLimits? Limits)
{
    /// <summary>Logs beside that of its output, in its folder: what they say is told when it does not start.</summary>
    public IReadOnlyList<string> Logs { get; init; } = [];
}

/// <summary>A server of one process, started for us and gone with us, its files too.</summary>
internal sealed class OwnServer : IDisposable
{
    private const string OutputLog = "stdout.log";
    private static readonly TimeSpan Patience = TimeSpan.FromMinutes(3);
    private static readonly TimeSpan BusyPatience = TimeSpan.FromSeconds(20);
    private static readonly TimeSpan Interval = TimeSpan.FromMilliseconds(50);

    private readonly Lock _gate = new();
    private readonly OwnServerPlan _plan;
    private readonly Guardian _guardian;
    private readonly ServerProcess _process;

    private OwnServer(OwnServerPlan plan)
    {
        _plan = plan;
        _guardian = new Guardian(plan.Folder, Guardian.AtOnce);
        _process = new ServerProcess(plan.Folder, OutputLog, plan.Command, plan.Limits);
    }

    /// <summary>Its folder.</summary>
    public string Folder => _plan.Folder;

    /// <summary>What it may take and what holds it to that; null for no limit.</summary>
    public string? Limits => _process.Limits;

    /// <summary>Its process; none while it does not run.</summary>
    public IReadOnlyList<int> Processes => _process.Id is { } id ? [id] : [];

    /// <summary>Makes the folder of a server, after clearing away what was left behind by others.</summary>
    /// <param name="workFolder">Where it goes.</param>
    /// <param name="database">The database, as options name it.</param>
    /// <returns>The folder, ours, which no other account can enter.</returns>
    /// <exception cref="TargetException">It cannot be made.</exception>
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
            throw new TargetException($"No folder for a private server can be made in {workFolder}: {e.Message}", e, isUnreachable: true);
        }
    }

    /// <summary>Starts a server.</summary>
    /// <param name="plan">How.</param>
    /// <param name="cancellation">Ends the start early.</param>
    /// <returns>The server, answering.</returns>
    /// <exception cref="TargetException">It does not start.</exception>
    public static OwnServer Start(OwnServerPlan plan, CancellationToken cancellation)
    {
        var server = new OwnServer(plan);
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

    /// <summary>Starts the server again when it died.</summary>
    /// <param name="cancellation">Ends the waiting early.</param>
    /// <param name="mayForget">Whether one that does not answer is started anew, and one that does not start with the data that it has without: before a trial nothing of it is needed.</param>
    /// <exception cref="TargetException">It does not start.</exception>
    public void EnsureRunning(CancellationToken cancellation, bool mayForget = false)
    {
        lock (_gate)
        {
            // One that was just killed may not be known to have ended yet: one that does not answer is given the time for it.
            if (_process.IsRunning && (_plan.IsReady() || !_process.WaitForExit(TimeSpan.FromSeconds(2))))
            {
                if (!mayForget || Answers(cancellation))
                {
                    return;
                }

                // It runs and is of no use, as after a full disk.
                _process.Kill();
            }

            cancellation.ThrowIfCancellationRequested();
            if (TryStart(cancellation))
            {
                return;
            }

            if (mayForget && !_process.IsRunning)
            {
                Directory.Delete(_plan.Folder, recursive: true);
                MakeOwn(_plan.Folder);
                if (TryStart(cancellation))
                {
                    return;
                }
            }

            throw new TargetException($"The {_plan.Product} server does not start: {LastOfLog()}", isUnreachable: true);
        }
    }

    /// <summary>Waits for something that the server does by itself, as long as it runs.</summary>
    /// <param name="isReached">Looks whether it is done. Called once at least.</param>
    /// <param name="interval">The pause between two looks.</param>
    /// <param name="limit">How long to wait.</param>
    /// <param name="tooLate">Makes the exception for when it is not done by then.</param>
    /// <param name="cancellation">Ends the waiting early.</param>
    /// <exception cref="TargetException">The server has ended, or took too long.</exception>
    public void Await(Func<bool> isReached, TimeSpan interval, TimeSpan limit, Func<Exception> tooLate, CancellationToken cancellation) => Waiting.Until(
        () => isReached() || (_process.IsRunning ? false : throw new TargetException($"The {_plan.Product} server ended while it was waited for: {LastOfLog()}", isUnreachable: true)),
        interval,
        limit,
        tooLate,
        cancellation);

    /// <summary>Ends the server at once, without what it still holds, and starts it again.</summary>
    /// <param name="forget">Deletes what it is not to have any more.</param>
    /// <param name="cancellation">Ends the waiting early.</param>
    /// <exception cref="TargetException">It does not start.</exception>
    public void Renew(Action forget, CancellationToken cancellation)
    {
        cancellation.ThrowIfCancellationRequested();
        lock (_gate)
        {
            _process.Kill();
            forget();
            EnsureRunning(cancellation);
        }
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        _guardian.Dispose();
        _process.WaitForExit(Patience);
        _process.Dispose();
    }

    private static void MakeOwn(string folder)
    {
        PrivateFolder.Make(folder);
        Leftovers.Claim(folder);
    }

    /// <summary>Whether one that runs answers, if it is given the time that a busy one may take.</summary>
    private bool Answers(CancellationToken cancellation)
    {
        for (long started = Stopwatch.GetTimestamp(); !_plan.IsReady();)
        {
            if (!_process.IsRunning || Stopwatch.GetElapsedTime(started) > BusyPatience)
            {
                return false;
            }

            cancellation.WaitHandle.WaitOne(Interval);
            cancellation.ThrowIfCancellationRequested();
        }

        return true;
    }

    private bool TryStart(CancellationToken cancellation)
    {
        _plan.Configure();
        _process.Start();
        for (long started = Stopwatch.GetTimestamp(); !_plan.IsReady();)
        {
            if (!_process.IsRunning || Stopwatch.GetElapsedTime(started) > Patience)
            {
                return false;
            }

            cancellation.WaitHandle.WaitOne(Interval);
            cancellation.ThrowIfCancellationRequested();
        }

        return true;
    }

    private string LastOfLog() => ServerProcess.Tail(_plan.Logs.Append(OutputLog).Select(log => Path.Combine(_plan.Folder, log)));
}
