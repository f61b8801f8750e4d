using System.Globalization;
using DbIngest.Abstractions.Targets;
using DbIngest.Bench.Cassandra.Contenders;
using DbIngest.Bench.Cassandra.Runs;
using DbIngest.Core.Sources;
using DbIngest.Targets.Cassandra;

namespace DbIngest.Bench.Cassandra;

/// <summary>
/// Compares the product's defaults with the request shapes of other tools, for the bench command <c>peers</c>: the same rows into
/// the same table on one node, in turn. It audits each contender once, and throws if rows differ.
/// </summary>
internal static class PeersBench
{
    private const int WarmUpRounds = 2;

    private static readonly IContender[] Contenders =
    [
        new PipelinedSingles(128, sources: 1), new PipelinedSingles(512, sources: 1),
        new PipelinedSingles(128, sources: 8), new PipelinedSingles(512, sources: 8), new PipelinedSingles(4096, sources: 8),
        new PipelinedSingles(128, sources: 8, connections: 1), new PipelinedSingles(128, sources: 8, connections: 2),
        new PipelinedSingles(512, sources: 8, connections: 1), new PipelinedSingles(512, sources: 8, connections: 2),
        new OurDefault(), new CsvLoad(),
    ];

    public static void Run(int rounds, int records, string only)
    {
        using var keeper = Trials.Keeper();
        string place = keeper.AttachEndpoint.Split('?')[0];
        var contenders = Contenders.Where(c => c.Name.Contains(only, StringComparison.Ordinal)).ToArray();
        var workloads = contenders.Select(c => c.Open(records)).ToArray();
        var audited = new HashSet<int>();
        var figures = Turns.Run(
            rounds, contenders.Length, i => RunOnce(place, contenders[i], workloads[i], records, audits: audited.Add(i)),
                WarmUpRounds);

        Array.ForEach(workloads, w => w.Dispose());
        FigureTable.Write([.. contenders.Select(c => c.Name)], figures,
            string.Create(CultureInfo.InvariantCulture,
            $"medians of {rounds} rounds in turn, {Trials.Sources} sources x {records} records; ratio to the first, round by "
            + $"round"));
    }

    private static TrialFigures RunOnce(string place, IContender contender, IWorkload workload, int records, bool audits)
    {
        using var target = new CassandraDefinition().Open(Trials.Options($"{place}?{contender.Options}"));
        int each = records * Trials.Sources / contender.Sources;
        var figure = Trials.Run(target, each, contender.Batch, workload, contender.Sources);
        if (audits && Trials.Audit(target, each, contender.Sources) is { Passed: false } audit)
        {
            throw new TargetException($"{contender.Name}: {string.Join("; ", audit.Findings)}");
        }

        return figure;
    }
}
