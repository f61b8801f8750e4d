using System.Diagnostics;
using DbIngest.Core.Pipeline;
using DbIngest.Core.Sweeps;
using DbIngest.Core.Targets;
using DbIngest.Sources.Synthetic;
using DbIngest.Targets.Cassandra;

namespace DbIngest.Bench.Cassandra;

/// <summary>Trials of 8 sources on the synthetic meter, through the same pipeline as the product's.</summary>
internal static class Trials
{
    public const int Sources = 8;

    public static readonly SyntheticWorkload Workload = new(seed: 1, values: 9);

    public static TrialTable Table(int records) => new(Workload.Schema, Sources, records);

    public static TargetOptions Options(string? endpoint) => new() { WorkFolder = Path.Combine(Path.GetTempPath(), "dbingest-bench"), Endpoint = endpoint };

    /// <summary>The node that all trials share: the one at an endpoint in DBINGEST_BENCH_ENDPOINT, or one of our own.</summary>
    public static ITarget Keeper() => new CassandraDefinition().Open(Options(Environment.GetEnvironmentVariable("DBINGEST_BENCH_ENDPOINT") ?? "?heap=1G"));

    /// <summary>One trial: writes everything into an empty table.</summary>
    public static TrialFigures Run(ITarget target, int records, int batch)
    {
        target.Prepare(Table(records));
        if (!SourceLayout.TryParse("8", out var layout))
        {
            throw new InvalidOperationException("8 is no layout.");
        }

        using var run = new IngestPipeline().Open(
            new IngestRequest
            {
                Target = target,
                Workload = Workload,
                Layout = layout,
                RecordsPerSource = records,
                Batch = batch,
                InFlight = 1,
                Retry = RetryOptions.Default,
            },
            CancellationToken.None);
        GC.Collect();
        var client = Process.GetCurrentProcess().TotalProcessorTime;
        run.Start();
        var outcome = run.Wait();
        client = Process.GetCurrentProcess().TotalProcessorTime - client;
        if (outcome.Error is not null)
        {
            throw new InvalidOperationException(outcome.Error);
        }

        double total = (double)Sources * records;
        return new TrialFigures(
            total / outcome.ElapsedS,
            client.TotalSeconds * 1e6 / total,
            outcome.AllocatedBytes / total,
            outcome.Latency.ValueAtPercentile(99) / 1e6);
    }
}
