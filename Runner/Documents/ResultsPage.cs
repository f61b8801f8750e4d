using DbIngest.Analysis.Advise;
using DbIngest.Analysis.Compare;
using DbIngest.Analysis.Output;
using DbIngest.Analysis.Reproduce;
using DbIngest.Analysis.Summary;
using DbIngest.Core.Plan;
using DbIngest.Core.Results;

namespace DbIngest.Runner.Documents;

/// <summary>
/// Writes the reference page <c>results.md</c>: every field of every result file, found by walking the types that the
/// serializers write. <see cref="ReferencePages"/> lists it. The meanings are the documentation comments of the fields, and a
/// field without a comment ends the verb <c>docs</c> with an exception. The list of files and the outermost types stand here,
/// so a new kind of result file must be added.
/// </summary>
internal static class ResultsPage
{
    private const int ColumnsPerLine = 4;

    /// <summary>Writes the text of the page.</summary>
    /// <exception cref="InvalidOperationException">A field has no documentation comment.</exception>
    public static string Write()
    {
        var page = new MarkdownPage("Result files");
        page.Paragraph("A sweep leaves one folder, `results/<UTC time>-<name>/`. [How results are "
            + "kept](../explanation/results.md) explains the formulas, "
            + "the checksums and what may be deleted.");
        page.Table(
            ["file", "content", "written"],
            [
                ["[`manifest.json`](#manifestjson)", "what was to be measured, and where", "once, before the first trial"],
                ["[`trials.jsonl`](#trialsjsonl)", "the journal, the only truth: one JSON line for each trial or calibration",
                    "a line at a time, flushed to disk"],
                ["[`summary.json`](#summaryjson)", "every figure, with intervals, verdicts of the rules and raw runs",
                    "whole, at the end and by `report`"],
                ["[`summary.csv`](#summarycsv)", "the same, one line for each point", "whole"],
                ["[`samples.csv`](#samplescsv)", "one line for each sample within a trial", "whole"],
                ["`prices.txt`", "prices that replace the manifest's `prices`: [what records cost](../how-to/cost-and-energy.md)",
                    "by `report --price`, and by a resumed run with another `--price`"],
                ["`report.html`", "the answer, tables, figures, rules, settings, how to reproduce: one file that loads nothing",
                    "whole"],
                ["`report.md`", "the same for a pull request, without the figures", "whole"],
                ["`figures/*.svg`", "the figures, a file each", "whole"],
                ["`run.log`", "all that the run said, with times in UTC; at most 1 GiB", "a line at a time"],
            ]);
        page.Paragraph("Names are snake_case and end with the unit: `_s` seconds, `_us` microseconds, `_bytes`, "
            + "`records_per_s`, `bytes_per_record`. A name "
            + "without a unit is a count, or a share of 1 when it ends in `share` or is `cv`, `confidence`, `p`, `w` or "
            + "`r_squared`. KB in figures is 1000 bytes.");
        page.Paragraph("Numbers are written in full: they read back as the same double. In `summary.json` a missing value is "
            + "`null`, in CSV an empty field; "
            + "manifest and journal leave the field out. CSV follows RFC 4180: commas, CRLF, double quotes, a decimal point.");

        page.Heading(2, "Axes");
        page.Paragraph("A `point` has these fields, and both CSV files begin with them. An axis that a sweep does not vary or "
            + "name is left out.");
        page.Table(["field", "option", "meaning"], SweepAxes.All
            .Select(axis => new[] { $"`{axis.Field}`", $"`--{axis.Option}`", MarkdownPage.OfHelp(axis.Summary) }));

        var files = new ResultTypes(page);
        page.Heading(2, "manifest.json");
        files.Add(ResultJson.Default, typeof(Manifest));
        page.Heading(2, "trials.jsonl");
        page.Paragraph("Each line has a `kind`, `trial`, `calibration` or `extension`, and as its last field `check`, a "
            + "checksum over the line and the one before.");
        files.Add(ResultJson.Default, typeof(TrialResult));
        files.Add(ResultJson.Default, typeof(CalibrationResult));
        files.Add(ResultJson.Default, typeof(ExtensionEntry));
        page.Heading(2, "summary.json");
        files.Add(SummaryJson.Default, typeof(SweepSummary));
        page.Heading(2, "summary.csv");
        page.Paragraph("One line for each point, the axes first. [How results are "
            + "kept](../explanation/results.md#columns-of-summarycsv) names the field of each column.");
        page.Code(Lines(SummaryCsv.Columns));
        page.Heading(2, "samples.csv");
        page.Paragraph("One line for each sample within a trial, about one a second.");
        page.Code(Lines(SamplesCsv.Columns));
        page.Heading(2, "Comparison");
        page.Paragraph("`compare A B --json` prints this object; a ratio is B/A.");
        files.Add(SummaryJson.Default, typeof(Comparison));
        page.Heading(2, "History");
        page.Paragraph("`compare --history DIR... --json` prints this object; `run` counts from 0. `history.csv` has a row "
            + "for each line and folder, the axes first; its `run` counts from 1.");
        files.Add(SummaryJson.Default, typeof(History));
        page.Code(Lines(HistoryCsv.Columns));
        page.Heading(2, "Advice");
        page.Paragraph("`advise` writes this object as `advice.json`, and prints it with `--json`. The folder of an advice also "
            + "has `advise.json`, by which it goes on, and a result folder for each sweep.");
        files.Add(SummaryJson.Default, typeof(Advice));
        page.Heading(2, "Reproduction");
        page.Paragraph("`report --reproduce study1 --json DIR...` prints this object.");
        files.Add(SummaryJson.Default, typeof(Reproduction));
        return page.ToString();
    }

    private static IEnumerable<string> Lines(IReadOnlyList<string> columns) =>
        columns.Chunk(ColumnsPerLine)
            .Select((some, i) => string.Join(',', some) + ((i + 1) * ColumnsPerLine < columns.Count ? "," : string.Empty));
}
