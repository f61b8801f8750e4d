using System.Diagnostics;
using DbIngest.Abstractions.Audit;
using DbIngest.Abstractions.Targets;
using DbIngest.Core.Results;

namespace DbIngest.Runner.Workers;

/// <summary>
/// Lets each source process audit the records of its own sources, on the host that wrote them. <see cref="ProcessEngine"/>
/// creates one per trial after ingestion, if the trial has no mix, its sources are spread over processes, the target can audit
/// shares and no source adds values. Otherwise the main process audits all sources. Only verdicts return, no record.
/// </summary>
/// <param name="workers">The source processes, one per group of the layout.</param>
/// <param name="ingested">The task that each of them ingested, in the same order.</param>
internal sealed class SpreadAudit(IReadOnlyList<WorkerProcess> workers, IReadOnlyList<OpenTask> ingested)
{
    /// <summary>Runs the audit in all processes and merges their verdicts.</summary>
    /// <param name="extents">For each source, what it tried to write.</param>
    /// <param name="cancellation">Cancels the audit. A process that does not stop then is killed.</param>
    /// <exception cref="TargetException">A share could not be read, so there is no verdict.</exception>
    /// <exception cref="OperationCanceledException">The audit was cancelled.</exception>
    public AuditResult Run(IReadOnlyList<SourceExtent> extents, CancellationToken cancellation)
    {
        long started = Stopwatch.GetTimestamp();
        var tasks = Tasks(extents);
        using var registration = cancellation.Register(StopAll);
        var answers = Listeners.Hear([.. Enumerable.Range(0, workers.Count)], i => Ask(workers[i], tasks[i], cancellation));
        cancellation.ThrowIfCancellationRequested();
        if (answers.OfType<Failed>().FirstOrDefault() is { } failed)
        {
            throw new TargetException(failed.Message, isUnreachable: failed.IsUnreachable) { Details = failed.Details };
        }

        return AuditResult.Merge([.. answers.Cast<Audited>().Select(audited => audited.Result)], Stopwatch.GetElapsedTime(started)
            .TotalSeconds);
    }

    private static WorkerMessage Ask(WorkerProcess worker, AuditTask task, CancellationToken cancellation)
    {
        try
        {
            worker.Send(task);
            return worker.Receive(cancellation) switch
            {
                Audited audited => audited,
                Failed failed => failed with { Message = worker.Said(failed.Message) },
                _ => throw worker.Fault("spoke out of turn"),
            };
        }
        catch (WorkerException exception)
        {
            return new Failed(exception.Message, IsUnreachable: false);
        }
    }

    private List<AuditTask> Tasks(IReadOnlyList<SourceExtent> extents)
    {
        var shares = SourceShare.Of([.. ingested.Select(task => task.Sources)]);
        return [.. ingested.Select((task, i) =>
        {
            var own = extents.Skip(task.FirstSource).Take(task.Sources).ToList();
            return new AuditTask
            {
                Ingested = task,
                Share = shares[i],
                Records = [.. own.Select(extent => extent.Records)],
                Unacknowledged = [.. own.Select(extent => extent.Unacknowledged)],
                KeepsBoth = own.Exists(extent => extent.Repeats is { AreKept: true }),
                InDoubt = [.. own.Select(extent => extent.Repeats).OfType<SourceRepeats>().Select(repeats => repeats.InDoubt)],
            };
        })];
    }

    private void StopAll()
    {
        foreach (var worker in workers)
        {
            worker.TrySend(new Stop());
        }
    }
}
