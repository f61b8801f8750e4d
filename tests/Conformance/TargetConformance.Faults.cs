using System.Diagnostics;
using DbIngest.Abstractions.Targets;
using DbIngest.Core.Audit;
using DbIngest.Core.Pipeline;
using DbIngest.Core.Plan;
using DbIngest.Core.Results;
using DbIngest.Core.Trials;

namespace DbIngest.Conformance;

/// <summary>What goes wrong: a batch in part, an impatient user, a database that is gone.</summary>
public abstract partial class TargetConformance<TDefinition>
{
    /// <summary>A verb that is cancelled ends within this time, however much there is to do.</summary>
    private static readonly TimeSpan CancellationPatience = TimeSpan.FromSeconds(20);

    /// <summary>
    /// A server that is gone is started again in this time, on a busy machine too; what waits longer waits for what will not
    /// come.
    /// </summary>
    private static readonly TimeSpan LossPatience = TimeSpan.FromMinutes(5);

    /// <summary>Records of each source that show whether a target can still be used. More would show no more.</summary>
    private const int FewRecords = 1_000;

    /// <summary>Verbs in which the database is lost. Fewer where its server takes long to start.</summary>
    protected virtual IReadOnlyList<string> LostInVerbs => TargetVerbs.Names;

    [SkippableFact]
    public void Write_BatchesStoredInPart_AreMadeWhole()
    {
        using var workload = Pattern(9);
        Skip.IfNot(NoTearingReason is null, NoTearingReason);
        using var target = new TornTarget(Open());
        Skip.IfNot(StoresRecords, $"{Definition.Name} stores nothing.");
        var point = new Point
        {
            Database = Definition.Name,
            Client = "any",
            Durability = "any",
            Sources = SourceLayout.Single(3),
            RecordsPerSource = 900,
            Batch = 100,
            InFlight = 1,
            Values = 9,
        };
        var retry = new RetryOptions(2, TimeSpan.FromMilliseconds(10));

        var result = new TrialRunner(new IngestPipeline(), retry, new QuietObserver()) { IsMeasured = false }.Run(
            new ScheduledTrial(0, point, 1, WarmUp: false), target, workload, new ExpectedContent(workload), keepData: false,
                CancellationToken.None);

        result.Status.ShouldBe(TrialStatus.Complete, result.Error);
        target.Torn.ShouldBe(9);
        result.Retries.ShouldBeGreaterThanOrEqualTo(9);
        result.Audit!.Findings.ShouldBeEmpty();
    }

    [SkippableTheory]
    [MemberData(nameof(TargetVerbs.Data), MemberType = typeof(TargetVerbs))]
    public void Verb_CancelledBefore_EndsSoonAndLeavesAUsableTarget(string verb) =>
        Cancel(verb, TimeSpan.Zero, FewRecords);

    /// <summary>A verb that works on records has many, so that it is still at work when it is cancelled.</summary>
    [SkippableTheory]
    [MemberData(nameof(TargetVerbs.Data), MemberType = typeof(TargetVerbs))]
    public void Verb_CancelledMeanwhile_EndsSoonAndLeavesAUsableTarget(string verb) =>
        Cancel(verb, TimeSpan.FromMilliseconds(3), TargetVerbs.WorksOnRecords(verb) ? ManyRecords : FewRecords);

    /// <summary>
    /// The server is killed, or the files of a database without one are removed: that is a failure of the database, in every
    /// verb, and no defect of the target.
    /// </summary>
    [SkippableFact]
    public void Verbs_DatabaseGone_FailAsTheContractSays()
    {
        Open().Dispose();
        Skip.IfNot(StoresRecords && StartsPrivate, $"{Definition.Name} stores nothing, or starts no server of its own.");
        using var workload = Pattern(3);
        var table = Trial.Table(workload, sources: 2, records: 500);
        using (var target = Definition.Open(Options with { Endpoint = null }))
        {
            target.Prepare(table);
            Trial.WriteAll(target, workload, table, batch: 100);
            foreach (string verb in LostInVerbs)
            {
                Lose(target);
                long started = Stopwatch.GetTimestamp();
                var failure = Record.Exception(() => TargetVerbs.Run(verb, target, table, CancellationToken.None));
                (failure is null or TargetException or BatchWriteException).ShouldBeTrue($"{verb}: {failure}");
                Stopwatch.GetElapsedTime(started).ShouldBeLessThan(LossPatience, verb);
            }

            Lose(target);
            target.Prepare(table);
            Trial.WriteAll(target, workload, table, batch: 100);
            Trial.Audit(target, workload, table).Findings.ShouldBeEmpty();
        }

        FilesOf(Options.WorkFolder).ShouldBeEmpty();
    }

    private void Cancel(string verb, TimeSpan after, int records)
    {
        using var workload = Pattern(9);
        var table = Trial.Table(workload, sources: 2, records);
        using var target = Prepared(table);
        Trial.WriteAll(target, workload, table, batch: 5000);
        using var cancelled = new CancellationTokenSource();
        if (after == TimeSpan.Zero)
        {
            cancelled.Cancel();
        }
        else
        {
            cancelled.CancelAfter(after);
        }

        long started = Stopwatch.GetTimestamp();
        var failure = Record.Exception(() => TargetVerbs.Run(verb, target, table, cancelled.Token));

        // A verb that is done at once may return; it may not call the cancellation a failure of the database.
        (failure is null or OperationCanceledException).ShouldBeTrue(failure?.ToString());
        Stopwatch.GetElapsedTime(started).ShouldBeLessThan(CancellationPatience);

        // What a larger table left behind would be foreign to this one.
        var few = Trial.Table(workload, sources: 2, FewRecords);
        target.Prepare(few);
        Trial.WriteAll(target, workload, few, batch: 500);
        Trial.Audit(target, workload, few).Findings.ShouldBeEmpty();
    }

    private void Lose(ITarget target)
    {
        var processes = target.ServerProcesses();
        foreach (int id in processes)
        {
            try
            {
                using var process = Process.GetProcessById(id);
                process.Kill();
                process.WaitForExit(TimeSpan.FromSeconds(10));
            }
            catch (ArgumentException)
            {
                // It went with the one before.
            }
        }

        if (processes.Count == 0)
        {
            FilesOf(Options.WorkFolder).ToList().ForEach(File.Delete);
        }
    }
}
