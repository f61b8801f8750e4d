using System.Globalization;
using DbIngest.Analysis.Compare;
using DbIngest.Analysis.Figures;
using DbIngest.Analysis.Figures.Charts;
using DbIngest.Analysis.Figures.Drawing;
using DbIngest.Analysis.Output;
using DbIngest.Analysis.Reproduce;
using DbIngest.Analysis.Summary;
using DbIngest.Analysis.Text;
using DbIngest.Core.Plan;

namespace DbIngest.Analysis.Report;

/// <summary>
/// Writes the self-contained page of one or several results, section by section. <see cref="ReportFiles"/> calls it. Sentences,
/// tables and figures come from separate types: only their order stands here.
/// </summary>
internal static class ReportPage
{
    private static readonly (string Id, string Name)[] Sections =
        [("table", "Table"), ("usage", "CPU and memory"), ("figures", "Figures"), ("rules", "Rules"), ("settings", "Settings"),
            ("reproduce", "Reproduce")];

    /// <summary>Writes the page.</summary>
    /// <param name="results">At least one.</param>
    /// <param name="charts">The figures of <c>FigureCatalog</c>, the main one first.</param>
    /// <param name="study">A study's findings. Null without a study.</param>
    public static string Of(IReadOnlyList<StoredResult> results, IReadOnlyList<Chart> charts, Reproduction? study = null) =>
        HtmlPage.Of($"{Title(results)} – ingestion benchmark", page =>
        {
            page.Open("header").Element("h1", Title(results)).Element("p", Subtitle(results), ("class", "sub")).Line();
            page.Open("nav", ("aria-label", "Sections"));
            foreach (var (id, name) in Sections)
            {
                page.Element("a", name, ("href", "#" + id));
            }

            page.Close().Close().Line().Open("main").Line();
            WriteAnswer(page, results);
            WriteNotices(page, results);
            WriteRanking(page, results);
            page.Open("div", ("class", "first")).Line();
            FigureSection.Write(page, [.. charts.Take(1)]);
            WriteWords(page, results);
            page.Close().Line();
            WriteTables(page, results);
            StudySection.Write(page, study);
            WriteUsage(page, results, [.. charts.Where(UsageFigures.IsOne)]);
            GrowthSection.Write(page, results, [.. charts.Where(GrowthSection.IsOne)]);
            Heading(page, 2);
            FigureSection.Write(
                page, [.. charts.Skip(1).Where(chart => !UsageFigures.IsOne(chart) && !GrowthSection.IsOne(chart))]);
            WriteRules(page, results);
            WriteSettings(page, results);
            WriteRunAgain(page, results);
            page.Close().Line();
            page.Element("footer",
                "Made by dbingest from manifest.json and trials.jsonl alone; the figures are also files in the folder "
                + "figures, all numbers in summary.json and summary.csv.").Line();
        });

    /// <summary>Joins the names of the results.</summary>
    public static string Title(IReadOnlyList<StoredResult> results) =>
        SentenceParts.List([.. results.Select(result => ResultNames.Of(results, result))]);

    /// <summary>
    /// Lists the licence notices that must accompany the figures, each once. Every form of the report must show them.
    /// </summary>
    public static IReadOnlyList<string> Notices(IReadOnlyList<StoredResult> results) =>
    [
        .. results.SelectMany(result => result.Manifest.Targets)
            .Where(target => target.LicenceNotice is not null)
            .Select(target => $"{target.Database}: {target.LicenceNotice}")
            .Distinct(),
    ];

    private static string Subtitle(IReadOnlyList<StoredResult> results)
    {
        int trials = results.Sum(result => result.Summary.Trials.Count);
        string when = results.Min(result => result.Summary.StartedUtc).UtcDateTime
            .ToString("d MMMM yyyy, HH:mm 'UTC'", CultureInfo.InvariantCulture);
        return $"{SentenceParts.Count(results.Sum(r => r.Summary.Points.Count), "point", "points")}, "
            + $"{SentenceParts.Count(trials, "trial", "trials")}, begun {when}"
            + Interruptions(results)
                + $"{(results.Count > 1 ? " and later" : string.Empty)} on "
                + SentenceParts.List([.. results.Select(result => result.Manifest.Environment.Processor).Distinct()]);
    }

    /// <summary>The number of interruptions or extensions of the sweeps.</summary>
    private static string Interruptions(IReadOnlyList<StoredResult> results) =>
        results.Sum(result => (result.Summary.Stretches ?? 1) - 1) is > 0 and var times
            ? $", gone on with {SentenceParts.Count(times, "time", "times")}" : string.Empty;

    private static void Heading(MarkupWriter page, int section) =>
        page.Element("h2", Sections[section].Name, ("id", Sections[section].Id)).Line();

    private static void WriteAnswer(MarkupWriter page, IReadOnlyList<StoredResult> results) =>
        page.Open("section", ("class", "answer"), ("aria-label", "Answer"))
            .Element("p", AnswerLine.Of(results), ("class", "lead")).Close().Line();

    /// <summary>
    /// Writes the tables that only some sweeps have, then the ranking, or the tiles of a single series with figures, then the
    /// pairs and the matrix of all databases.
    /// </summary>
    private static void WriteRanking(MarkupWriter page, IReadOnlyList<StoredResult> results)
    {
        foreach (var table in results.SelectMany(result => SpecialTables.BeforePoints(result.Summary)
            .Select(table => ResultNames.Titled(results, result, table))))
        {
            page.Element("h3", table.Title).Line();
            HtmlTable.WriteWide(page, table, table.Title);
        }

        // Databases are ranked by their sustainable rates, not by how each took the rates that its search tried.
        StoredResult[] swept = [.. results.Where(result => result.Summary.Searches.Count == 0)];
        foreach (var (mix, set) in swept.Length == 0 ? [] : PlotSet.Of(swept).ByMix())
        {
            var (rows, isCommon) = RankedSeries.Of(set);
            if (rows.Count > 1)
            {
                RankingTable.Write(page, set, rows, isCommon, mix);
            }
            else
            {
                GlanceTiles.Write(page, set, mix);
            }
        }

        foreach (var result in results)
        {
            WritePairs(page, results, result);
            foreach (var analysis in result.Summary.Analysis
                .Where(analysis => analysis.Databases.Count > 2 && PairMatrix.HasClaims(analysis, result.Summary)))
            {
                var matrix = PairMatrix.Of(analysis, result.Summary);
                string held = string.Join(", ", AnalysisTable.Own(analysis, result.Summary));
                page.Element("h3", ResultNames.Before(results, result) + matrix.Title
                    + (held.Length > 0 ? $"; {held}" : string.Empty)).Line();
                page.Open("div", ("class", "matrix")).Line();
                HtmlTable.Write(page, matrix, matrix.Title);
                page.Close().Line();
            }
        }
    }

    /// <summary>Writes the answer in sentences, one per line.</summary>
    private static void WriteWords(MarkupWriter page, IReadOnlyList<StoredResult> results)
    {
        page.Open("section", ("class", "words")).Element("h3", "In words").Open("ul");
        foreach (string sentence in AnswerSentences.Of(results))
        {
            page.Element("li", sentence);
        }

        page.Close().Close().Line();
    }

    private static void WriteNotices(MarkupWriter page, IReadOnlyList<StoredResult> results)
    {
        foreach (string notice in Notices(results))
        {
            page.Open("p", ("class", "notice")).Element("strong", "Before publishing: ").Text(notice).Close().Line();
        }
    }

    private static void WriteTables(MarkupWriter page, IReadOnlyList<StoredResult> results)
    {
        Heading(page, 0);
        foreach (var result in results)
        {
            string name = ResultNames.Of(results, result);
            var table = SummaryTable.Main(result.Summary with { Name = name });
            page.Element("p", HtmlTable.Polish(table.Title), ("class", "small")).Line();
            HtmlTable.WriteWide(page, table with { Notes = [.. SummaryTable.Shared(result.Summary)] }, $"Figures of {name}");
            var rest = SummaryTable.Rest(result.Summary);
            page.Open("details").Element("summary", $"More figures of {name}").Open("div", ("class", "figures")).Line();
            HtmlTable.Write(page, rest, $"More figures of {name}");
            page.Close().Close().Line();
            var raw = RawRuns.Of(result);
            page.Open("details", ("class", "raw-runs"))
                .Element("summary", $"All raw runs of {name} ({SentenceParts.Whole(raw.Rows.Count)})").Line();
            HtmlTable.Write(page, raw, $"Raw runs of {name}");
            raw.Notes.ToList().ForEach(note => page.Element("p", note, ("class", "small")).Line());
            page.Close().Line();
        }

        page.Element("p", SummaryTable.Legend, ("class", "small")).Line();
        WriteAnalyses(page, results);
        MixSection.Write(page, results);
        if (DeploymentPlan.Of([.. results.Select(result => result.Summary)]) is { Count: > 0 } plans)
        {
            var table = DeploymentTable.Of(plans);
            page.Element("h3", table.Title).Line();
            HtmlTable.Write(page, table, table.Title);
            WriteNotes(page, table);
        }
    }

    /// <summary>Writes the verdicts of a sweep of pairs; nothing for other sweeps.</summary>
    private static void WritePairs(MarkupWriter page, IReadOnlyList<StoredResult> results, StoredResult result)
    {
        if (Comparison.OfPairs(result) is { } pairs)
        {
            var table = ResultNames.Titled(results, result, ComparisonTable.Of(pairs));
            page.Element("h3", table.Title).Line();
            HtmlTable.WriteWide(page, table, "Pairs");
        }
    }

    private static void WriteAnalyses(MarkupWriter page, IReadOnlyList<StoredResult> results)
    {
        foreach (var (result, analysis) in results
            .SelectMany(result => result.Summary.Analysis.Where(AnalysisTable.HasFigures).Select(analysis => (result, analysis))))
        {
            var table = AnalysisTable.Of(analysis, result.Summary.Confidence);
            if (table.Rows.Count == 0 && SweepAxes.Mix.Shown(analysis.Held) is not null)
            {
                // The table of pairs at each mix holds everything already.
                continue;
            }

            page.Element("h3", results.Count > 1 ? $"{ResultNames.Of(results, result)}: databases across points"
                : "Databases across points").Line();
            page.Element("p", table.Title, ("class", "small")).Line();
            if (table.Rows.Count > 0)
            {
                HtmlTable.Write(page, table, "Analysis of variance");
            }

            WriteNotes(page, table);
        }
    }

    private static void WriteUsage(MarkupWriter page, IReadOnlyList<StoredResult> results, IReadOnlyList<Chart> charts)
    {
        Heading(page, 1);
        foreach (var result in results)
        {
            var table = ResourceTable.Of(result);
            if (results.Count > 1)
            {
                page.Element("h3", ResultNames.Of(results, result)).Line();
            }

            HtmlTable.WriteWide(page, table, $"CPU and memory of {ResultNames.Of(results, result)}");
            var perRecord = ResourceTable.PerRecord(result);
            HtmlTable.WriteWide(page, perRecord, $"Cost of a record of {ResultNames.Of(results, result)}");
            if (CostTable.Of(result.Summary) is { } costs)
            {
                page.Element("h3", costs.Title).Line();
                HtmlTable.WriteWide(page, costs, $"Cost of {ResultNames.Of(results, result)}");
            }
        }

        if (UsageFigures.NotDrawn(PlotSet.Of(results)) is { Length: > 0 } missing)
        {
            page.Element("p", missing, ("class", "small")).Line();
        }

        FigureSection.Write(page, charts);
    }

    /// <summary>Writes the notes of a table as a list; nothing without notes.</summary>
    public static void WriteNotes(MarkupWriter page, TextTable table)
    {
        if (table.Notes.Count == 0)
        {
            return;
        }

        page.Open("ul", ("class", "small"));
        foreach (string note in table.Notes)
        {
            page.Element("li", HtmlTable.Polish(note));
        }

        page.Close().Line();
    }

    private static void WriteRules(MarkupWriter page, IReadOnlyList<StoredResult> results)
    {
        Heading(page, 3);
        page.Element("p",
            "Every rule of the methodology with its gravest verdict and the worst reason for it, the broken ones first.",
            ("class", "small")).Line();
        foreach (var result in results)
        {
            if (results.Count > 1)
            {
                page.Element("h3", ResultNames.Of(results, result)).Line();
            }

            var rows = RuleRows.Gravest(result.Summary);
            int broken = rows.Count(row => row.State == RuleState.Broken);
            page.Element("p",
                $"{SentenceParts.Count(broken, "rule is", "rules are")} broken, "
                + $"{rows.Count(row => row.State == RuleState.Noted)} noted, {rows.Count(row => row.State == RuleState.Kept)} "
                + $"kept.").Line();
            page.Open("div", ("class", "rules")).Line();
            HtmlTable.Write(page, RuleTable.Of(result), $"Rules of {result.Summary.Name}", row => EnumWords.Of(rows[row].State));
            page.Close().Line();
        }
    }

    private static void WriteSettings(MarkupWriter page, IReadOnlyList<StoredResult> results)
    {
        Heading(page, 4);
        foreach (var side in new[] { SettingsTables.Databases(results), SettingsTables.Sweeps(results) })
        {
            page.Element("h3", side.Table.Title).Line().Open("div", ("class", "sides")).Line();
            HtmlTable.Write(page, side.Table, side.Table.Title, row => side.Differs[row] ? "differs" : null);
            page.Close().Line();
        }
    }

    private static void WriteRunAgain(MarkupWriter page, IReadOnlyList<StoredResult> results)
    {
        Heading(page, 5);
        foreach (var result in results)
        {
            var how = RerunCommands.Of(result.Manifest);
            page.Element("pre", string.Join("\n", how.Lines)).Line();
            page.Element("p", string.Join(" ", how.Remarks), ("class", "small")).Line();
        }
    }
}
