using System.Globalization;
using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;
using DbIngest.Core.Results;
using DbIngest.Sources.Synthetic;
using DbIngest.Targets.Catalogue;

namespace DbIngest.Bench.SideBySide;

/// <summary>
/// Measures what a sweep adds to the client's CPU time, for the bench command <c>sweep</c>. It compares the figure that the built
/// program reports with a bare loop over the same source and writer, without pipeline, histogram, sampling and progress. Both use
/// the same database, records, batch and number of sources, in turn, each with its own server.
/// </summary>
/// <param name="program">The built program.</param>
/// <param name="database">Name of a database that runs in the process or starts a private server.</param>
/// <param name="sources">Sources, all in one process.</param>
/// <param name="records">Records per source.</param>
/// <param name="batch">Records per batch.</param>
internal sealed class SweepContest(string program, string database, int sources, long records, int batch)
{
    /// <summary>Warm-up trials of each side, as many as a sweep has.</summary>
    private const int WarmUp = 3;

    /// <summary>Trials of a side in a round that count.</summary>
    private const int Trials = 5;

    /// <summary>Runs both sides in turn.</summary>
    /// <param name="rounds">Number of rounds.</param>
    /// <returns>Client CPU a record, and the sweep's as a ratio to the bare loop's of the same round.</returns>
    public MarkdownTable Run(int rounds)
    {
        // A sweep's program rehearses before its trials. This process does so here, or the first loop would be cold.
        OfLoop();
        var costs = Turns.Run(rounds, 2, side => side == 0 ? OfLoop() : OfSweep(), warmUps: 0,
            (round, ns) => Console.Error.WriteLine(string.Create(
                CultureInfo.InvariantCulture, $"{Turns.Name(round)}: bare loop {ns[0]:F1}, sweep {ns[1]:F1} ns")));
        double[] ratios = [.. costs[1].Zip(costs[0], (sweep, loop) => sweep / loop)];
        var table = new MarkdownTable(
            string.Create(CultureInfo.InvariantCulture,
                $"{database}: {sources} source(s) of {records} records, batches of {batch}, {rounds} rounds in turn"),
            "client CPU ns/record", "median", "smallest", "largest");
        Add(table, "bare loop over source and writer", costs[0], "F1");
        Add(table, "trials of a sweep", costs[1], "F1");
        Add(table, "ratio", ratios, "F3");
        return table;
    }

    private static void Add(MarkdownTable table, string name, IReadOnlyList<double> values, string format) => table.Add(
        name, Text(Median.Of(values), format), Text(values.Min(), format), Text(values.Max(), format));

    private static string Text(double number, string format) => number.ToString(format, CultureInfo.InvariantCulture);

    private double OfSweep()
    {
        using var scratch = new ScratchFolder();
        PeerProgram.Run(program,
        [
            "run", "--quiet", "--allow-busy", "--out", scratch.Path, "--db", database, "--sources", Number(sources), "--records",
                Number(records), "--batch", Number(batch),
            "--warmup", Number(WarmUp), "--trials", Number(WarmUp + Trials),
        ]);
        var folder = ResultFolder.Open(Directory.GetDirectories(scratch.Path).Single());
        return Median.Of(Journal.Read(folder.JournalFile).OfType<TrialResult>().Where(trial => !trial.WarmUp)
            .Select(trial => trial.Client!.CpuS * 1e9 / trial.AcknowledgedRecords));
    }

    private double OfLoop()
    {
        using var scratch = new ScratchFolder();
        using var workload = new SyntheticWorkload(seed: 1);
        using var target = TargetCatalog.Find(database).Open(new TargetOptions { WorkFolder = scratch.Path });
        var trials = new List<double>();
        for (int trial = 0; trial < WarmUp + Trials; trial++)
        {
            var table = new TrialTable(workload.Schema, sources, records);
            target.Prepare(table);
            var lanes = Enumerable.Range(0, sources)
                .Select(source => (Records: workload.Open(source), Writer: target.OpenWriter(source),
                    Batch: new RecordBatch(workload.Schema, batch))).ToList();
            var threads = lanes.Select(lane => new Thread(() =>
            {
                for (long first = 0; first < records; first += batch)
                {
                    lane.Records.Fill(lane.Batch, first, (int)Math.Min(batch, records - first));
                    lane.Writer.Write(lane.Batch);
                }
            })).ToList();
            var cost = RunCost.Of(sources * records, () =>
            {
                threads.ForEach(thread => thread.Start());
                threads.ForEach(thread => thread.Join());
            });
            lanes.ForEach(lane =>
            {
                lane.Writer.Dispose();
                lane.Records.Dispose();
            });
            target.Settle(CancellationToken.None);
            target.Clean(CancellationToken.None);
            if (trial >= WarmUp)
            {
                trials.Add(cost.CpuNsPerRecord);
            }
        }

        return Median.Of(trials);
    }

    private static string Number(long number) => number.ToString(CultureInfo.InvariantCulture);
}
