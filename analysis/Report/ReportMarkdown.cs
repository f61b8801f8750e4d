using System.Text;
using DbIngest.Analysis.Compare;
using DbIngest.Analysis.Figures;
using DbIngest.Analysis.Figures.Charts;
using DbIngest.Analysis.Output;
using DbIngest.Analysis.Reproduce;
using DbIngest.Analysis.Summary;

namespace DbIngest.Analysis.Report;

/// <summary>
/// Writes the report as Markdown for a pull request: answer, notices, tables, broken rules, commands to reproduce.
/// <see cref="ReportFiles"/> calls it. Every text from outside is escaped. Equal results must give equal bytes, because
/// <c>report --check</c> compares a stored file with a new one.
/// </summary>
internal static class ReportMarkdown
{
    /// <summary>Writes the text.</summary>
    public static string Of(IReadOnlyList<StoredResult> results, IReadOnlyList<Chart> charts, Reproduction? study = null)
    {
        var text = new StringBuilder().Append("# ").Append(MarkdownText.Escape(ReportPage.Title(results))).Append("\n\n");
        text.Append("**").Append(MarkdownText.Escape(AnswerLine.Of(results))).Append("**\n\n")
            .Append(MarkdownText.Escape(string.Join(" ", AnswerSentences.Of(results)))).Append('\n');
        foreach (string notice in ReportPage.Notices(results))
        {
            text.Append("\n> **Before publishing:** ").Append(MarkdownText.Escape(notice)).Append('\n');
        }

        foreach (var result in results)
        {
            foreach (var special in SpecialTables.BeforePoints(result.Summary))
            {
                text.Append('\n').Append(ResultNames.Titled(results, result, special).ToMarkdown());
            }

            var table = SummaryTable.Main(result.Summary with { Name = ResultNames.Of(results, result) });
            text.Append('\n')
                .Append((table with { Notes = [SummaryTable.Legend, .. SummaryTable.Shared(result.Summary)] }).ToMarkdown());
            foreach (var special in SpecialTables.AfterPoints(result.Summary))
            {
                text.Append('\n').Append(ResultNames.Titled(results, result, special).ToMarkdown());
            }

            if (Comparison.OfPairs(result) is { } pairs)
            {
                text.Append('\n').Append(ResultNames.Titled(results, result, ComparisonTable.Of(pairs)).ToMarkdown())
                    .Append('\n');
            }

            foreach (var rule in RuleRows.Of(result.Summary).Where(rule => rule.State == RuleState.Broken))
            {
                text.Append("- Rule ").Append(rule.Rule).Append(" broken: ")
                    .Append(MarkdownText.Escape($"{rule.Label}. {rule.Reason}")).Append('\n');
            }

            var how = RerunCommands.Of(result.Manifest);
            text.Append("\n```sh\n").AppendJoin('\n', how.Lines.Select(MarkdownText.InFence)).Append("\n```\n");
        }

        MixSection.Append(text, results);
        if (study is not null)
        {
            text.Append('\n').Append(ReproductionTable.Of(study).ToMarkdown());
            if (ReproductionTable.OfMeans(study) is { } means)
            {
                text.Append('\n').Append(means.ToMarkdown());
            }
        }

        if (charts.Count > 0)
        {
            text.Append("\nFigures: ")
                .AppendJoin(", ", charts
                .Select(chart => $"[{MarkdownText.Escape(chart.Title)}]({FigureFiles.Folder}/{chart.Name}.svg)")).Append(".\n");
        }

        return text.ToString();
    }
}
