using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;
using DbIngest.Core.Pipeline;
using DbIngest.Core.Plan;
using DbIngest.Core.Sources;
using DbIngest.Sources.Synthetic;

namespace DbIngest.Bench;

/// <summary>
/// Runs trials through the product's pipeline for the benches of single databases. A trial throws when it fails or sends
/// a batch again. No trial is audited.
/// </summary>
/// <param name="sources">Number of sources.</param>
/// <param name="batch">Records per batch.</param>
/// <param name="workload">Supplies the records; null for the synthetic meter.</param>
internal sealed class IngestTrials(int sources, int batch, IWorkload? workload = null)
{
    public IWorkload Workload { get; } = workload ?? new SyntheticWorkload(seed: 1, values: 9);

    public TrialTable Table(int records) => new(Workload.Schema, sources, records);

    /// <summary>The first records of source 0 in a batch, for benches that encode or send one batch again and again.</summary>
    /// <param name="records">Number of records.</param>
    public RecordBatch FirstBatch(int records)
    {
        var first = new RecordBatch(Workload.Schema, records);
        using var source = Workload.Open(0);
        source.Fill(first, 0, records);
        return first;
    }

    /// <summary>Runs one trial: writes all records into an empty table or collection.</summary>
    /// <param name="target">The target.</param>
    /// <param name="records">Records a source.</param>
    public TrialFigures Run(ITarget target, int records)
    {
        target.Prepare(Table(records));
        using var run = new IngestPipeline().Open(
            IngestRequest.Of(SourceLayout.Single(sources), records, batch, RetryOptions.Default),
            target,
            Workload,
            CancellationToken.None);
        GC.Collect();
        var client = Environment.CpuUsage.TotalTime;
        run.Start();
        var outcome = run.Wait();
        client = Environment.CpuUsage.TotalTime - client;
        if (outcome.Error is not null)
        {
            throw new InvalidOperationException(outcome.Error);
        }

        // A batch that was written twice would make the store look slow.
        if (outcome.Retries > 0)
        {
            throw new InvalidOperationException($"{outcome.Retries} batches were sent again, so the trial has no figure.");
        }

        double total = (double)sources * records;
        return new TrialFigures(
            total / outcome.ElapsedS,
            client.TotalSeconds * 1e6 / total,
            outcome.AllocatedBytes / total,
            outcome.Latency.ValueAtPercentile(99) / 1e6);
    }
}
