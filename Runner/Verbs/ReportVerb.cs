using System.Text.Json;
using DbIngest.Analysis.Output;
using DbIngest.Runner.Execution;
using DbIngest.Runner.Options;

namespace DbIngest.Runner.Verbs;

/// <summary><c>report DIR...</c>: rebuilds the summary files, writes one report of all and prints the tables.</summary>
internal static class ReportVerb
{
    public static ExitCode Execute(ReportOptions options, Screen screen)
    {
        string[] folders = [.. options.Folders];
        if (folders.Length == 0)
        {
            throw new UsageException("report: no result folder is given; write report DIR...");
        }

        var results = folders.Select(Results.Read).ToList();
        foreach (var (folder, result) in folders.Zip(results))
        {
            SummaryOutput.Write(folder, result.Summary, screen);
            if (!options.Quiet)
            {
                screen.Table(SummaryTable.Of(result.Summary), asRemark: options.Json);
            }
        }

        string place = options.Out ?? (folders.Length == 1 ? folders[0] : Defaults.Report);
        string? report = SummaryOutput.WriteReport(place, results, screen);
        if (options.Json)
        {
            screen.Result("[" + string.Join(",\n", results.Select(r => JsonSerializer.Serialize(r.Summary, SummaryJson.Default.SweepSummary))) + "]");
        }

        if (report is null)
        {
            return ExitCode.PointsMissing;
        }

        Action<string> say = options.Json ? screen.Remark : screen.Result;
        say($"Report: {report}");
        return results.Select(r => r.Summary).Select(Verdict.Of).FirstOrDefault(v => v != ExitCode.Done);
    }
}
