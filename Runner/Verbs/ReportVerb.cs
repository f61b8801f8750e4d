using System.Text.Json;
using DbIngest.Analysis.Output;
using DbIngest.Runner.Execution;
using DbIngest.Runner.Options;

namespace DbIngest.Runner.Verbs;

/// <summary><c>report DIR...</c>: rebuilds the summary files and prints the tables.</summary>
internal static class ReportVerb
{
    public static ExitCode Execute(ReportOptions options, Screen screen)
    {
        string[] folders = [.. options.Folders];
        if (folders.Length == 0)
        {
            throw new UsageException("report: no result folder is given; write report DIR...");
        }

        var summaries = folders.Select(Results.Summarise).ToList();
        foreach (var (folder, summary) in folders.Zip(summaries))
        {
            SummaryOutput.Write(folder, summary, screen);
            screen.Table(SummaryTable.Of(summary), asRemark: options.Json);
        }

        if (options.Json)
        {
            screen.Result("[" + string.Join(",\n", summaries.Select(s => JsonSerializer.Serialize(s, SummaryJson.Default.SweepSummary))) + "]");
        }

        return summaries.Select(Verdict.Of).FirstOrDefault(v => v != ExitCode.Done);
    }
}
