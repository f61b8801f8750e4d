using System.Diagnostics;
using DbIngest.Abstractions.Targets;
using DbIngest.Core.Probing;
using DbIngest.Core.Targets;

namespace DbIngest.Core.Widening;

/// <summary>
/// Adds values to the table of a trial at its time after the common start (<c>--add-values</c>), while lanes write.
/// <see cref="Pipeline.Probes"/> creates one in each process, and <see cref="Pipeline.ProbeRun{TOutcome}"/> runs it on its own
/// thread. <see cref="Pipeline.SourceCursor"/> asks it for each batch whether the table has the values. A lane sends the new
/// values in every batch that it takes after the addition, so it never waits for the table to change. A refusal is repeated for a
/// time, and then fails the trial.
/// </summary>
/// <param name="target">The prepared target.</param>
/// <param name="table">The table with the added values.</param>
/// <param name="atS">When they are due, in seconds after the common start.</param>
/// <param name="patience">How long the addition is repeated after a failure.</param>
internal sealed class ValueAddition(ITarget target, TrialTable table, double atS, TimeSpan patience) : IProbe<AdditionOutcome>
{
    private readonly CancellationTokenSource _cut = new();
    private CancellationToken _abandonment;
    private volatile bool _isDone;

    /// <inheritdoc/>
    public string Option => "--add-values";

    /// <inheritdoc/>
    public AdditionOutcome Outcome { get; private set; } = new(null, null);

    /// <summary>True once the table has the values. Any thread may read it.</summary>
    public bool IsDone => _isDone;

    /// <inheritdoc/>
    public void Open(CancellationToken abandonment) => _abandonment = abandonment;

    /// <summary>
    /// Tells the client to give the addition up, for a trial that was stopped. Does not wait. Any thread may call it before
    /// <see cref="Dispose"/>.
    /// </summary>
    public void Cut()
    {
        // Not on this thread: a client may wait for the network when it is told.
        _ = _cut.CancelAsync();
    }

    /// <inheritdoc/>
    public void Run(long start, CancellationToken stop)
    {
        // A wait may end a moment early.
        double began;
        while ((began = SecondsSince(start)) < atS)
        {
            if (stop.WaitHandle.WaitOne(TimeSpan.FromSeconds(atS - began)))
            {
                return;
            }
        }

        if (stop.IsCancellationRequested)
        {
            return;
        }

        using var either = CancellationTokenSource.CreateLinkedTokenSource(_abandonment, _cut.Token);
        Repeated.Until(() => target.AddValues(table, either.Token), patience, stop);
        Outcome = new(began, SecondsSince(start));
        _isDone = true;
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        if (!_cut.IsCancellationRequested)
        {
            // Else the client may still be told to give up.
            _cut.Dispose();
        }
    }

    private static double SecondsSince(long start) => (Stopwatch.GetTimestamp() - start) / (double)Stopwatch.Frequency;
}
