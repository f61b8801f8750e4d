using System.Diagnostics;
using System.Globalization;
using DbIngest.Analysis;
using DbIngest.Analysis.Output;
using DbIngest.Analysis.Report;
using DbIngest.Analysis.Summary;
using DbIngest.Analysis.Tests.Fakes;
using DbIngest.Core.Results;

namespace DbIngest.Bench.Analysis;

/// <summary>
/// Measures what <c>run</c> adds to a sweep at its end, for the bench command <c>report</c>: reading a generated journal of 33
/// points x 4 databases x 13 trials, its summary, its report. A user waits as long as the first round takes, in which no code is
/// compiled yet.
/// </summary>
internal static class ReportCost
{
    public static void Run(int rounds)
    {
        string folder = Directory.CreateTempSubdirectory("dbingest-report-").FullName;
        try
        {
            var sweep = new FakeSweep
            {
                Databases = ["sqlite", "postgres", "cassandra", "mongodb"],
                Records = [.. Enumerable.Range(1, 33).Select(i => 10_000L * i)],
            };
            var stored = ResultFolder.Create(folder, sweep.Manifest);
            WriteJournal(stored.JournalFile, sweep.Journal);
            Console.WriteLine("| round | | reading | summarising | summary files | report | all | report.html MB |");
            Console.WriteLine("| ---: | --- | ---: | ---: | ---: | ---: | ---: | ---: |");
            for (int round = 1; round <= rounds; round++)
            {
                var clock = new List<(double Elapsed, double Cpu)> { Now() };
                var manifest = stored.ReadManifest();
                var entries = Journal.Read(stored.JournalFile);
                clock.Add(Now());
                var result = new StoredResult("bench", manifest, Summarizer.Of(manifest, entries));
                clock.Add(Now());
                SummaryFiles.Write(stored.Path, result.Summary);
                clock.Add(Now());
                string page = ReportFiles.Write(stored.Path, [result]);
                clock.Add(Now());
                double size = new FileInfo(page).Length / 1e6;
                Write(round, "s", [.. clock.Select(time => time.Elapsed)], size);
                Write(round, "CPU s", [.. clock.Select(time => time.Cpu)], size);
            }
        }
        finally
        {
            Directory.Delete(folder, recursive: true);
        }
    }

    private static void WriteJournal(string path, IReadOnlyList<JournalEntry> entries)
    {
        using var file = File.CreateText(path);
        foreach (var entry in entries)
        {
            file.WriteLine(System.Text.Json.JsonSerializer.Serialize(entry, ResultJson.Default.JournalEntry));
        }
    }

    private static void Write(int round, string unit, double[] times, double size)
    {
        var steps = times.Zip(times.Skip(1), (from, to) => to - from).Append(times[^1] - times[0]);
        Console.WriteLine(string.Create(
            CultureInfo.InvariantCulture,
            $"| {round} | {unit} | "
            + $"{string.Join(" | ", steps.Select(step => step.ToString("0.00", CultureInfo.InvariantCulture)))} | "
            + $"{size:0.00} |"));
    }

    private static (double Elapsed, double Cpu) Now() =>
        (Stopwatch.GetTimestamp() / (double)Stopwatch.Frequency, Environment.CpuUsage.TotalTime.TotalSeconds);
}
