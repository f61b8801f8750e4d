using DbIngest.Abstractions.Targets;
using DbIngest.Core.Pipeline;
using DbIngest.Core.Plan;

namespace DbIngest.Bench.SideBySide;

/// <summary>
/// Shows what the pipeline costs per record: compares the pipeline with a bare loop over the same source and the same writer of
/// the null target, each with 50 million records. The bench command <c>sidebyside null</c> runs it. A lost record throws.
/// </summary>
internal static class NullContest
{
    private const int Batch = 1000;
    private const long Records = 50_000_000;

    public static MarkdownTable Run(int rounds)
    {
        using var lane = new BareLane(Batch);
        return Measured.ToTable(
            $"Null target: one source, batches of {Batch}, {Records} records a run",
            AlternatingRuns.Run(rounds,
                [new("bare loop", () => BareLoop(lane)), new("pipeline", () => Pipeline(lane, Records))]));
    }

    /// <summary>Runs the pipeline with one source.</summary>
    /// <param name="lane">Source and target.</param>
    /// <param name="records">Records to write.</param>
    /// <returns>The cost from the common start to the end, without opening, as for the bare loop.</returns>
    public static RunCost Pipeline(BareLane lane, long records)
    {
        lane.Target.Prepare(new TrialTable(lane.Workload.Schema, 1, records));
        var request = IngestRequest.Of(SourceLayout.Single(1), records, Batch, RetryOptions.Default);
        using var run = new IngestPipeline().Open(request, lane.Target, lane.Workload, CancellationToken.None);
        IngestOutcome? outcome = null;
        var cost = RunCost.Of(records, () =>
        {
            run.Start();
            outcome = run.Wait();
        });
        return outcome!.AcknowledgedRecords == records
            ? cost with { ElapsedS = outcome.ElapsedS }
            : throw new InvalidOperationException($"Not everything was written: {outcome.Error}");
    }

    private static RunCost BareLoop(BareLane lane)
    {
        lane.Target.Prepare(new TrialTable(lane.Workload.Schema, 1, Records));
        using var records = lane.Workload.Open(0);
        using var writer = lane.Target.OpenWriter(0);
        return RunCost.Of(Records, () =>
        {
            for (long first = 0; first < Records; first += Batch)
            {
                records.Fill(lane.Batch, first, Batch);
                writer.Write(lane.Batch);
            }
        });
    }
}
