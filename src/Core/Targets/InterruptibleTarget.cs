using DbIngest.Abstractions.Audit;
using DbIngest.Abstractions.Targets;

namespace DbIngest.Core.Targets;

/// <summary>
/// A target whose every verb ends soon after its token is cancelled, whatever the database behind it does. What the verb
/// waited for is left behind, so the target is of no more use but to be disposed.
/// </summary>
/// <param name="inner">The target; this one's from now on, which disposes it.</param>
/// <param name="interruption">Says that the user wants to leave: disposing then waits no longer than a verb does.</param>
public sealed class InterruptibleTarget(ITarget inner, CancellationToken interruption) : ForwardingTarget(inner)
{
    /// <summary>How long disposing may take once the user wants to leave: a private server is killed, which is quick.</summary>
    private static readonly TimeSpan DisposePatience = TimeSpan.FromMilliseconds(500);

    /// <inheritdoc/>
    public override TargetDescription Describe(CancellationToken cancellation = default) =>
        Interruptible.Run(() => Inner.Describe(cancellation), cancellation);

    /// <inheritdoc/>
    public override void Prepare(TrialTable table, CancellationToken cancellation = default) =>
        Interruptible.Run(() => Inner.Prepare(table, cancellation), cancellation);

    /// <inheritdoc/>
    public override void Attach(TrialTable table, CancellationToken cancellation = default) =>
        Interruptible.Run(() => Inner.Attach(table, cancellation), cancellation);

    /// <inheritdoc/>
    public override void Settle(CancellationToken cancellation) => Interruptible.Run(() => Inner.Settle(cancellation), cancellation);

    /// <inheritdoc/>
    public override DiskSpace MeasureSpace(CancellationToken cancellation = default) =>
        Interruptible.Run(() => Inner.MeasureSpace(cancellation), cancellation);

    /// <inheritdoc/>
    public override void Audit(StoredContent audit, CancellationToken cancellation) =>
        Interruptible.Run(() => Inner.Audit(audit, cancellation), cancellation);

    /// <inheritdoc/>
    public override void Clean(CancellationToken cancellation = default) => Interruptible.Run(() => Inner.Clean(cancellation), cancellation);

    /// <inheritdoc/>
    protected override void Dispose(bool disposing)
    {
        var ending = Task.Factory.StartNew(() => base.Dispose(disposing), CancellationToken.None, TaskCreationOptions.LongRunning, TaskScheduler.Default);

        // A private server that is not gone by then is ended by its guardian.
        if (Interruptible.Ends(ending, DisposePatience, interruption))
        {
            ending.GetAwaiter().GetResult();
        }
    }
}
