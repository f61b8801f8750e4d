using DbIngest.Abstractions.Audit;
using DbIngest.Abstractions.Targets;
using DbIngest.Core.Audit;
using DbIngest.Core.Results;
using DbIngest.Core.Sources;
using DbIngest.Core.Trials;
using DbIngest.Sources.Synthetic;
using DbIngest.Targets.Cassandra;

namespace DbIngest.Bench.Cassandra.Runs;

/// <summary>
/// Runs trials for the benches of this folder: by default 8 sources of the synthetic meter, through the product's pipeline.
/// </summary>
internal static class Trials
{
    public const int Sources = 8;

    public static readonly SyntheticWorkload Workload = Synthetic();

    public static SyntheticWorkload Synthetic() => new(seed: 1, values: 9);

    public static TrialTable Table(int records, int sources = Sources) => new(Workload.Schema, sources, records);

    public static TargetOptions Options(string? endpoint) =>
        new() { WorkFolder = Path.Combine(Path.GetTempPath(), "dbingest-bench"), Endpoint = endpoint };

    /// <summary>The node that all trials share: the one at an endpoint in DBINGEST_BENCH_ENDPOINT, or a private one.</summary>
    public static ITarget Keeper() => new CassandraDefinition()
        .Open(Options(Environment.GetEnvironmentVariable("DBINGEST_BENCH_ENDPOINT") ?? "?heap=1G"));

    /// <summary>Audits that the table holds exactly the rows of the synthetic meter.</summary>
    public static AuditResult Audit(ITarget target, int records, int sources = Sources) => Auditor.Run(
        target, new ExpectedContent(Workload), Table(records, sources),
            [.. Enumerable.Repeat<IReadOnlyList<SequenceRange>>([], sources)], CancellationToken.None);

    /// <summary>One trial: writes everything into an empty table.</summary>
    /// <param name="target">The target.</param>
    /// <param name="records">Records a source.</param>
    /// <param name="batch">Records that a source hands over at once.</param>
    /// <param name="workload">Supplies the records; null for the synthetic meter.</param>
    /// <param name="sources">The sources.</param>
    public static TrialFigures Run(ITarget target, int records, int batch, IWorkload? workload = null, int sources = Sources) =>
        new IngestTrials(sources, batch, workload ?? Workload).Run(target, records);
}
