using System.Diagnostics;
using System.Globalization;
using DbIngest.Core.Pipeline;
using DbIngest.Core.Plan;
using DbIngest.Core.Targets;
using DbIngest.Sources.Synthetic;
using DbIngest.Targets.Couchbase;

namespace DbIngest.Bench.Couchbase;

/// <summary>What a trial gave.</summary>
internal readonly record struct TrialFigures(double RecordsPerS, double ClientUsPerRecord, double BytesPerRecord);

/// <summary>Trials of one source on the synthetic meter, through the same pipeline as the product's.</summary>
internal static class Trials
{
    public const int Sources = 1;
    public const int Batch = 2000;

    public static readonly SyntheticWorkload Workload = new(seed: 1, values: 9);

    public static TrialTable Table(int records) => new(Workload.Schema, Sources, records);

    /// <summary>Opens a target.</summary>
    public static ITarget Open(string endpoint) => new CouchbaseDefinition().Open(new TargetOptions
    {
        WorkFolder = Path.Combine(Path.GetTempPath(), "dbingest-bench"),
        Endpoint = endpoint,
        Password = new Secret("password"),
    });

    /// <summary>One trial: writes everything into an empty collection.</summary>
    /// <param name="target">The target.</param>
    /// <param name="records">Records a source.</param>
    public static TrialFigures Run(ITarget target, int records)
    {
        target.Prepare(Table(records));
        if (!SourceLayout.TryParse(Sources.ToString(CultureInfo.InvariantCulture), out var layout))
        {
            throw new InvalidOperationException("The sources are no layout.");
        }

        using var run = new IngestPipeline().Open(
            new IngestRequest { Layout = layout, RecordsPerSource = records, Batch = Batch, InFlight = 1, Retry = RetryOptions.Default },
            target,
            Workload,
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
        return new TrialFigures(total / outcome.ElapsedS, client.TotalSeconds * 1e6 / total, outcome.AllocatedBytes / total);
    }

    /// <summary>The median of a value.</summary>
    public static double Median(IEnumerable<double> values)
    {
        double[] sorted = [.. values.Order()];
        return (sorted[sorted.Length / 2] + sorted[(sorted.Length - 1) / 2]) / 2;
    }
}
