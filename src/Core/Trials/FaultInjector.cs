using System.Diagnostics;
using DbIngest.Abstractions.Targets;
using DbIngest.Core.Plan;
using DbIngest.Core.Results;
using DbIngest.Core.Targets;

namespace DbIngest.Core.Trials;

/// <summary>
/// Carries out the fault of one trial on a separate thread, at its time after the common start. <see cref="TrialRunner"/> begins
/// it at the start and disposes it, and <see cref="TrialRecord"/> ends it after the last acknowledgement. A fault that is not due
/// by then does not happen. Whatever fails, a paused server must continue, a full disk must have space again, and a network must
/// pass everything again. It never runs on the thread of a lane.
/// </summary>
internal sealed class FaultInjector : IDisposable
{
    /// <summary>
    /// Seconds between two fillings of a full disk. Its server may free space meanwhile, for example by deleting temporary
    /// files.
    /// </summary>
    private const double RefillS = 0.02;

    private readonly PlannedFault _fault;
    private readonly IServerControl _server;
    private readonly long _start;
    private readonly CancellationToken _cancellation;
    private readonly ManualResetEventSlim _ended = new();
    private readonly Task _task;

    private FaultInjector(PlannedFault fault, IServerControl server, long start, CancellationToken cancellation)
    {
        _fault = fault;
        _server = server;
        _start = start;
        _cancellation = cancellation;
        Result = new FaultResult { Kind = fault.Kind, DueS = fault.AtS };
        _task = Task.Factory.StartNew(Run, CancellationToken.None, TaskCreationOptions.LongRunning, TaskScheduler.Default);
    }

    /// <summary>
    /// The times of the fault. Read it only after <see cref="End"/>: until then the thread of the fault writes it.
    /// </summary>
    public FaultResult Result { get; private set; }

    /// <summary>Starts the thread that waits for the fault of a point and carries it out.</summary>
    /// <param name="point">The point.</param>
    /// <param name="target">The target with the server.</param>
    /// <param name="start">The common start, a timestamp of <see cref="Stopwatch"/>.</param>
    /// <param name="cancellation">Abandons the trial.</param>
    /// <returns>The injector. Null without a fault.</returns>
    /// <exception cref="TargetException">The target started no server.</exception>
    public static FaultInjector? Begin(Point point, ITarget target, long start, CancellationToken cancellation) =>
        point.Fault is not { } fault ? null
        : new(fault, ControlOf(point, target), start, cancellation);

    /// <summary>The control of the server that a point's fault needs.</summary>
    /// <exception cref="TargetException">The target started no server.</exception>
    public static IServerControl ControlOf(Point point, ITarget target) => target.ServerControl
        ?? throw new TargetException($"{point.Database} has no server that this run started, so that it cannot have a fault.");

    /// <summary>
    /// Waits until a fault that has begun is over. A fault that is not due yet no longer happens. A pause or a cut network lasts
    /// its whole time. A full disk gets space, and a killed node starts, as soon as this is called. Except after a pause, it also
    /// waits until the server serves again.
    /// </summary>
    /// <exception cref="TargetException">The server did not come back.</exception>
    /// <exception cref="LeftBehindException">The trial was abandoned, and its server is still being stopped.</exception>
    /// <exception cref="OperationCanceledException">The trial was abandoned.</exception>
    public void End()
    {
        _ended.Set();
        if (!Interruptible.Ends(_task, Interruptible.Grace, _cancellation))
        {
            throw new LeftBehindException(_cancellation);
        }

        _task.GetAwaiter().GetResult();
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        _ended.Set();

        // A graceful stop may take long. After an interruption the guardian ends a server that is left.
        if (Interruptible.Ends(Settled(), Interruptible.Grace, _cancellation))
        {
            _ended.Dispose();
        }
    }

    /// <summary>The end of the fault, whether or not it failed: <see cref="End"/> has already thrown the failure.</summary>
    private Task Settled() => _task.ContinueWith(static task => { _ = task.Exception; }, CancellationToken.None,
        TaskContinuationOptions.ExecuteSynchronously, TaskScheduler.Default);

    private void Run()
    {
        if (WaitUntil(_fault.AtS))
        {
            return;
        }

        Result = Result with { BeganS = Now() };
        switch (_fault.Kind)
        {
            case FaultKind.Pause:
                Interrupt(_server.Pause, _server.Resume);
                return;
            case FaultKind.NodeKill:
                KillNode();
                return;
            case FaultKind.DiskFull:
                FillDisk();
                return;
            case FaultKind.Partition:
                Interrupt(_server.Cut, _server.Mend);
                AwaitServer();
                return;
            case FaultKind.Restart:
                _server.Stop();
                break;
            default:
                _server.Kill();
                break;
        }

        Result = Result with { StoppedS = Now() };
        StartAgain();
    }

    /// <summary>
    /// Kills a node and starts it again after its time, or at the end of the trial if that comes first: the audit needs the
    /// node.
    /// </summary>
    private void KillNode()
    {
        _server.KillNode();
        Result = Result with { StoppedS = Now() };
        WaitUntil(Result.BeganS!.Value + _fault.ForS);
        StartAgain();
    }

    /// <summary>
    /// Keeps the disk full for its time, or until the end of the trial if that comes first: the audit needs space.
    /// </summary>
    private void FillDisk()
    {
        double end = Result.BeganS!.Value + _fault.ForS;
        try
        {
            do
            {
                _server.FillDisk();
                Result = Result with { StoppedS = Result.StoppedS ?? Now() };
            }
            while (!WaitUntil(Math.Min(end, Now() + RefillS)) && Now() < end);
        }
        finally
        {
            Result = Result with { ServerEnded = _server.FreeDisk(), StartedS = Now() };
        }

        AwaitServer();
    }

    /// <summary>
    /// Begins the fault and ends it after its whole time, even if the trial ends meanwhile because no source has anything
    /// left to write. Only an abandoned trial ends it early.
    /// </summary>
    private void Interrupt(Action begin, Action end)
    {
        try
        {
            begin();
            double stopped = Now();
            Result = Result with { StoppedS = stopped };
            _cancellation.WaitHandle.WaitOne(TimeSpan.FromSeconds(Math.Max(0, stopped + _fault.ForS - Now())));
        }
        finally
        {
            // Before the call: this thread may lose the core in it, and acknowledgements that come meanwhile are after the fault.
            double started = Now();
            end();
            Result = Result with { StartedS = started };
        }

        _cancellation.ThrowIfCancellationRequested();
    }

    private void StartAgain()
    {
        _cancellation.ThrowIfCancellationRequested();
        Result = Result with { StartedS = Now() };
        AwaitServer();
    }

    private void AwaitServer()
    {
        _cancellation.ThrowIfCancellationRequested();
        _server.Start(_cancellation);
        Result = Result with { AcceptedS = Now() };
    }

    /// <summary>Waits for a time after the common start.</summary>
    /// <returns>True if the trial ended or was abandoned before.</returns>
    private bool WaitUntil(double atS)
    {
        for (double left; (left = atS - Now()) > 0;)
        {
            if (WaitHandle.WaitAny([_ended.WaitHandle, _cancellation.WaitHandle], TimeSpan.FromSeconds(left))
                != WaitHandle.WaitTimeout)
            {
                return true;
            }
        }

        return _ended.IsSet || _cancellation.IsCancellationRequested;
    }

    private double Now() => Stopwatch.GetElapsedTime(_start).TotalSeconds;
}
