using DbIngest.Abstractions.Audit;
using DbIngest.Abstractions.Targets;

namespace DbIngest.Core.Targets;

/// <summary>
/// Makes every call of a target that waits for the database end soon after its token is cancelled, whatever the database does. It
/// passes the opening of writers and queries through, because the pipeline itself leaves hanging lanes and probes behind.
/// <c>OpenTargets</c> wraps each target in it when it opens. A new call of <see cref="ITarget"/> that waits for the database must
/// be overridden here, or an interruption waits for it. After a <see cref="LeftBehindException"/> these calls first wait for the
/// call that was left behind, and are refused if it does not return.
/// </summary>
/// <param name="inner">The target, which this object owns and disposes.</param>
/// <param name="interruption">
/// Cancelled when the user interrupts. Dispose then waits at most 0.5 s. Without an interruption it waits without a limit.
/// </param>
public sealed class InterruptibleTarget(ITarget inner, CancellationToken interruption) : ForwardingTarget(inner)
{
    /// <summary>Longest Dispose after an interruption. A private server is killed, which takes little time.</summary>
    private static readonly TimeSpan DisposeGrace = TimeSpan.FromMilliseconds(500);

    /// <summary>Ends when the call that was left behind returns. Null if no call was.</summary>
    private volatile Task? _leftBehind;

    /// <summary>How long a call waits for one that was left behind. A driver may take seconds to give a request up.</summary>
    internal TimeSpan Patience { get; init; } = TimeSpan.FromSeconds(10);

    /// <inheritdoc/>
    public override TargetDescription Describe(CancellationToken cancellation = default) =>
        Run(() => Inner.Describe(cancellation), cancellation);

    /// <inheritdoc/>
    public override void Prepare(TrialTable table, CancellationToken cancellation = default) =>
        Run(() => Inner.Prepare(table, cancellation), cancellation);

    /// <inheritdoc/>
    public override void Attach(TrialTable table, CancellationToken cancellation = default) =>
        Run(() => Inner.Attach(table, cancellation), cancellation);

    /// <inheritdoc/>
    public override void Ensure(TrialTable table, CancellationToken cancellation = default) =>
        Run(() => Inner.Ensure(table, cancellation), cancellation);

    /// <inheritdoc/>
    public override void AddValues(TrialTable table, CancellationToken cancellation = default) =>
        Run(() => Inner.AddValues(table, cancellation), cancellation);

    /// <inheritdoc/>
    public override void Settle(CancellationToken cancellation) =>
        Run(() => Inner.Settle(cancellation), cancellation);

    /// <inheritdoc/>
    public override DiskSpace MeasureSpace(CancellationToken cancellation = default) =>
        Run(() => Inner.MeasureSpace(cancellation), cancellation);

    /// <inheritdoc/>
    public override void Audit(StoredContent audit, CancellationToken cancellation) =>
        Run(() => Inner.Audit(audit, cancellation), cancellation);

    /// <inheritdoc/>
    public override void Clean(CancellationToken cancellation = default) =>
        Run(() => Inner.Clean(cancellation), cancellation);

    /// <inheritdoc/>
    public override bool HidesServer(CancellationToken cancellation) =>
        Run(() => Inner.HidesServer(cancellation), cancellation);

    /// <inheritdoc/>
    protected override void Dispose(bool disposing)
    {
        var ending = Task.Factory.StartNew(() => base.Dispose(disposing), CancellationToken.None, TaskCreationOptions.LongRunning,
            TaskScheduler.Default);

        // A guardian process ends a private server that is still running after that time.
        if (Interruptible.Ends(ending, DisposeGrace, interruption))
        {
            ending.GetAwaiter().GetResult();
        }
    }

    private void Run(Action call, CancellationToken cancellation) => Run(
        () =>
        {
            call();
            return true;
        },
        cancellation);

    /// <summary>Runs a call, but never beside one that was left behind: the two would work on the same connections.</summary>
    private T Run<T>(Func<T> call, CancellationToken cancellation)
    {
        if (_leftBehind?.Wait(Patience, cancellation) == false)
        {
            throw new TargetException(
                "A call to the database was cancelled and has not returned. The database gets no other call until then.",
                isUnreachable: true);
        }

        var returned = new TaskCompletionSource();
        try
        {
            return Interruptible.Run(
                () =>
                {
                    try
                    {
                        return call();
                    }
                    finally
                    {
                        returned.SetResult();
                    }
                },
                cancellation);
        }
        catch (LeftBehindException)
        {
            _leftBehind = returned.Task;
            throw;
        }
    }
}
