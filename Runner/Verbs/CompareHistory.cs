using System.Text.Json;
using DbIngest.Analysis.Compare;
using DbIngest.Analysis.Output;
using DbIngest.Analysis.Report;
using DbIngest.Analysis.Statistics;
using DbIngest.Analysis.Summary;
using DbIngest.Runner.Options;
using DbIngest.Runner.Output;
using DbIngest.Runner.Parsing;

namespace DbIngest.Runner.Verbs;

/// <summary>
/// Executes <c>compare --history</c>: shows the throughput of result folders over time with its change points. With
/// <c>--last</c> exit code 5 says that throughput fell, figures ended or records were lost within that many last results.
/// <see cref="CompareVerb"/> calls it. It reads result folders and writes only to <c>--out</c>.
/// </summary>
internal static class CompareHistory
{
    private const int FewestFolders = 1;

    public static ExitCode Execute(CompareOptions options, Screen screen)
    {
        var (threshold, gate, last) = Read(options);
        var runs = options.Folders.Select(folder => (Folder: folder, Result: Results.Read(folder))).ToList();
        Refuse(runs);
        Results.WarnOfCopies(options.Folders, screen);
        if (!options.AsGiven)
        {
            runs = [.. runs.OrderBy(run => run.Result.Summary.StartedUtc)];
        }

        foreach (var (folder, result) in runs)
        {
            Results.WarnOfLoss(folder, result.Summary, screen);
            Results.Warn(folder, result.Summary, screen);
            WarnOfAudits(folder, result.Summary, screen);
        }

        var history = History.Of(runs, last, threshold / 100, gate);
        if (options.Out is { } place)
        {
            ExistingFiles.Refuse("compare", HistoryFiles.FilesOf(place, history), "name another folder by --out", options.Force);
        }

        screen.Table(HistoryTable.Of(history), asRemark: options.Json);
        Action<string> say = options.Json ? screen.Remark : screen.Result;
        say(Environment.NewLine + HistoryText.Of(history));
        string? page = options.Out is null ? null : SummaryOutput.WriteHistory(options.Out, history, screen);
        if (page is not null)
        {
            say($"Report: {page}");
        }

        if (options.Json)
        {
            screen.Result(JsonSerializer.Serialize(history, SummaryJson.Default.History));
        }

        return options.Out is not null && page is null ? ExitCode.PointsMissing
            : history.IsRegression ? ExitCode.ThresholdExceeded : ExitCode.Done;
    }

    /// <summary>Reads the options.</summary>
    /// <exception cref="UsageException">With one line per problem.</exception>
    public static (double Threshold, RegressionGate Gate, int? Last) Read(CompareOptions options)
    {
        var reader = new OptionReader();
        var (threshold, gate) = CompareVerb.ReadGate(options, reader);
        int? last = options.Last is { } count ? (int)reader.Number("--last", count, 1, EDivisive.MostValues) : null;
        int folders = options.Folders.Count();
        if (options.Against.Any())
        {
            reader.Refuse("--against", "a history has one order and no two sides; write compare --history DIR...");
        }
        else if (folders is < FewestFolders or > EDivisive.MostValues)
        {
            reader.Refuse("--history", FormattableString.Invariant(
                $"{folders} folders are given, and a history has {FewestFolders} to {EDivisive.MostValues}; give more, or fewer"));
        }

        if (last is null)
        {
            foreach (string option in new[]
            {
                options.Threshold is null ? string.Empty : "--threshold", options.Gate is null ? string.Empty : "--gate",
            }.Where(option => option.Length > 0))
            {
                reader.Refuse(option, "a history fails a build only with --last; give --last COUNT too, or leave it out");
            }
        }

        reader.RefuseIf(options.Price is not null, PriceReader.Option,
            "a history shows throughput; compare two results with prices, or leave it out");

        CompareVerb.RefuseTwice(options.Folders, reader);
        reader.ThrowIfRefused();
        return (threshold, gate, last);
    }

    /// <summary>Warns of failed audits in a folder: its points go into the history by their other trials.</summary>
    private static void WarnOfAudits(string folder, SweepSummary summary, Screen screen)
    {
        var failed = summary.Points.Where(point => point.Audit.Verdict == AuditVerdict.Failed).ToList();
        if (failed.Count > 0)
        {
            screen.Remark(string.Create(System.Globalization.CultureInfo.InvariantCulture,
                $"{folder}: the audit failed at {failed.Count} of {summary.Points.Count} points, such as {failed[0].Point.Key} "
                + $"({failed[0].Audit.MissingRecords} records missing): their figures come from other trials and are worth "
                + $"nothing."));
        }
    }

    private static void Refuse(IReadOnlyList<(string Folder, StoredResult Result)> runs)
    {
        string[] searches = [.. runs.Where(run => run.Result.Summary.Searches.Count > 0).Select(run => run.Folder)];
        if (searches.Length > 0)
        {
            throw new UsageException(
                $"compare: {string.Join(", ", searches)} searched for a rate (--find), and the rates that a search tried are no "
                + "points of a history; leave such folders out, or compare two of them by 'compare A B'.");
        }

        if (runs.All(run => run.Result.Summary.Points.All(point => point.Throughput is null)))
        {
            throw new UsageException(
                "compare: no folder has a point with figures, so there is no history; 'report DIR' says what is missing and why.");
        }
    }
}
