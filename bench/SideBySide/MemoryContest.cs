using System.Diagnostics;
using System.Globalization;
using DbIngest.Abstractions.Targets;
using DbIngest.Core.Audit;
using DbIngest.Core.Pipeline;
using DbIngest.Core.Plan;
using DbIngest.Core.Results;
using DbIngest.Core.Sweeps;
using DbIngest.Core.Trials;
using DbIngest.Sources.Synthetic;
using DbIngest.Targets.Catalogue;

namespace DbIngest.Bench.SideBySide;

/// <summary>
/// Shows whether memory grows with the records: measures the peak resident memory of a whole trial, audit included, for 1 and for
/// 10 million records. The bench command <c>sidebyside memory</c> runs it. Each trial runs in a new process of this program. A
/// failed trial fails the bench.
/// </summary>
internal static class MemoryContest
{
    public const string ChildVerb = "memory-child";

    private const int Sources = 8;
    private static readonly long[] Sizes = [1_000_000, 10_000_000];
    private static readonly string[] Databases = ["null", "sqlite"];

    public static MarkdownTable Run(int rounds)
    {
        var table = new MarkdownTable(
            $"Peak resident memory of a trial, {Sources} sources, median of {rounds}",
            "database",
            "1 M records, MB",
            "10 M records, MB",
            "ratio");
        foreach (string database in Databases)
        {
            var peaks = Turns.Run(rounds, Sizes.Length, size => PeakBytesOf(database, Sizes[size]), warmUps: 0);
            double[] medians = [.. peaks.Select(Median.Of)];
            table.Add(
                database,
                (medians[0] / 1e6).ToString("F1", CultureInfo.InvariantCulture),
                (medians[1] / 1e6).ToString("F1", CultureInfo.InvariantCulture),
                (medians[1] / medians[0]).ToString("F3", CultureInfo.InvariantCulture));
        }

        return table;
    }

    /// <summary>Runs one trial in this process and prints the process's peak resident memory in bytes.</summary>
    /// <param name="database">The database.</param>
    /// <param name="records">Number of records of all sources together.</param>
    public static void RunChild(string database, long records)
    {
        using var folder = new ScratchFolder();
        using var workload = new SyntheticWorkload(seed: 1);
        var definition = TargetCatalog.Find(database);
        using var target = definition.Open(new TargetOptions { WorkFolder = folder.Path });
        var point = new Point
        {
            Database = database,
            Client = "bench",
            Durability = definition.Contracts[0].Name,
            Sources = SourceLayout.Single(Sources),
            RecordsPerSource = records / Sources,
            Batch = 10_000,
            InFlight = 1,
            Values = workload.Schema.ValueCount,
        };
        var runner = new TrialRunner(new IngestPipeline(), RetryOptions.Default, new Silence());
        var result = runner.Run(
            new ScheduledTrial(0, point, 1, WarmUp: false), target, workload, new ExpectedContent(workload), keepData: false,
                default);
        if (result.Status != TrialStatus.Complete)
        {
            throw new InvalidOperationException($"The trial is {result.Status}: {result.Error}");
        }

        using var self = Process.GetCurrentProcess();
        Console.WriteLine(self.PeakWorkingSet64.ToString(CultureInfo.InvariantCulture));
    }

    private static double PeakBytesOf(string database, long records)
    {
        string said = PeerProgram.Run(
            Environment.ProcessPath!, [ChildVerb, database, records.ToString(CultureInfo.InvariantCulture)]);

        // Behind the line with the figure stands what the process wrote to its standard error, if anything.
        return double.Parse(said.Split('\n')[0], CultureInfo.InvariantCulture);
    }

    private sealed class Silence : ISweepObserver;
}
