using System.Text.Json;
using DbIngest.Analysis.Compare;
using DbIngest.Analysis.Figures;
using DbIngest.Analysis.Latex;
using DbIngest.Analysis.Output;
using DbIngest.Analysis.Report;
using DbIngest.Analysis.Reproduce;
using DbIngest.Analysis.Summary;
using DbIngest.Core.Results;
using DbIngest.Runner.Checking;
using DbIngest.Runner.Options;
using DbIngest.Runner.Output;
using DbIngest.Runner.Parsing;

namespace DbIngest.Runner.Verbs;

/// <summary>
/// Executes the verb <c>report</c>: rebuilds summary files from journals, writes one report of all results and prints tables.
/// <see cref="Verb.All"/> registers it. It never changes a journal or manifest: prices of <c>--price</c> go to <c>prices.txt</c>
/// in each folder. The exit code is the worst of the results. With <c>--check</c> it writes only to a temporary folder, and exit
/// code 5 says that a file was changed.
/// </summary>
internal static class ReportVerb
{
    public static ExitCode Execute(ReportOptions options, Screen screen)
    {
        string[] folders = [.. options.Folders];
        var reader = new OptionReader();
        reader.RefuseIf(folders.Length == 0, "report", "no result folder is given; write report DIR...");

        StudyName? asked = options.Reproduce is { } name ? reader.Choice("--reproduce", name) : null;
        var score = reader.Choice<ScoreName>("--score", options.Score ?? Defaults.Score) == ScoreName.Study3
            ? ScoreFormula.Study3 : ScoreFormula.PerRecord;
        var prices = PriceReader.Read(options.Price, reader);
        foreach (string option in options.Check ? OfWriting(options) : [])
        {
            reader.Refuse(option, "--check writes nothing; leave one of them out");
        }

        reader.RefuseIf(options.Signers is not null && !options.Check, "--signers",
            "it belongs to --check; add it, or leave it out");

        reader.ThrowIfRefused();
        if (options.Check)
        {
            return Check(folders, options, screen);
        }

        var results = folders.Select(folder => Results.Read(folder, prices)).ToList();
        if (PriceNames.Unmatched(prices, [.. results.Select(result => result.Manifest)]) is { } unmatched)
        {
            screen.Remark(unmatched);
        }

        SweepSummary[] summaries = [.. results.Select(r => r.Summary)];
        var study = asked is { } chosen ? Reproduction.Studies[(int)chosen](summaries) : null;
        string place = options.Out ?? (folders.Length == 1 ? folders[0] : Defaults.Report);
        if (folders.Length > 1 || FullPath(place) != FullPath(folders[0]))
        {
            ExistingFiles.Refuse("report",
                [
                    .. ReportFiles.FilesOf(place, results, study is not null),
                    .. options.Hdr ? HdrFiles.FilesOf(place, results) : [],
                    .. options.Latex ? LatexFiles.FilesOf(place, results, study, score) : [],
                ],
                "name another folder by --out", options.Force);
        }

        foreach (string folder in prices is null ? [] : folders)
        {
            ResultFolder.Open(folder).WritePrices(prices!);
        }

        if (!options.Quiet)
        {
            screen.Answer(AnswerLine.Of(results), asRemark: options.Json);
        }

        foreach (var (folder, result) in folders.Zip(results))
        {
            Results.Warn(folder, result.Summary, screen);
            SummaryOutput.Write(folder, result.Summary, screen);
            if (!options.Quiet)
            {
                foreach (var table in SpecialTables.BeforePoints(result.Summary))
                {
                    screen.Table(ResultNames.Titled(results, result, table), asRemark: options.Json);
                }

                var named = result.Summary with { Name = ResultNames.Of(results, result) };
                screen.Table(options.Verbose ? SummaryTable.Of(named) : SummaryTable.Short(named), asRemark: options.Json);
                foreach (var table in SpecialTables.AfterPoints(result.Summary))
                {
                    screen.Table(ResultNames.Titled(results, result, table), asRemark: options.Json);
                }

                if (Comparison.OfPairs(result) is { } pairs)
                {
                    PairsOutput.Show(folder, pairs, options.Json, screen);
                }
            }
        }

        if (DeploymentPlan.Of(summaries) is { Count: > 0 } plans && !options.Quiet)
        {
            screen.Table(DeploymentTable.Of(plans), asRemark: options.Json);
        }

        if (study is not null && !options.Quiet)
        {
            screen.Table(ReproductionTable.Of(study), asRemark: options.Json);
            if (ReproductionTable.OfMeans(study) is { } means)
            {
                screen.Table(means, asRemark: options.Json);
            }
        }

        string? report = SummaryOutput.WriteReport(place, results, screen, study, score);
        if (options.Json)
        {
            screen.Result(study is not null
                ? JsonSerializer.Serialize(study, SummaryJson.Default.Reproduction)
                : "[" + string.Join(",\n", summaries.Select(s => JsonSerializer.Serialize(s, SummaryJson.Default.SweepSummary)))
                    + "]");
        }

        bool areWritten = report is not null
            && (!options.Hdr || SummaryOutput.WriteHdr(place, results, screen) is not null)
            && (!options.Latex || SummaryOutput.WriteLatex(place, results, study, score, screen) is not null);
        if (!areWritten)
        {
            return SummaryExitCode.NotWritten(SummaryExitCode.Worst(summaries));
        }

        Action<string> say = options.Json ? screen.Remark : screen.Result;
        if (!options.Quiet)
        {
            say(string.Empty);
            screen.Answer(AnswerLine.Of(results), asRemark: options.Json);
        }

        say($"Report: {report}");
        return SummaryExitCode.Worst(summaries);
    }

    /// <summary>The given options that say what a report writes.</summary>
    private static IEnumerable<string> OfWriting(ReportOptions options)
    {
        (string Name, bool IsGiven)[] writing =
        [
            (PriceReader.Option, options.Price is not null), ("--reproduce", options.Reproduce is not null),
            ("--score", options.Score is not null), ("--out", options.Out is not null), ("--hdr", options.Hdr),
            ("--latex", options.Latex), ("--force", options.Force),
        ];
        return writing.Where(option => option.IsGiven).Select(option => option.Name);
    }

    /// <summary>Lists for each folder which files are unchanged, which were changed, and which cannot be checked.</summary>
    private static ExitCode Check(string[] folders, ReportOptions options, Screen screen)
    {
        SignersFile.Require(options.Signers);
        var findings = folders.SelectMany(folder => ResultCheck.Of(folder, options.Signers).Select(finding => (folder, finding)))
            .ToList();
        if (options.Json)
        {
            screen.Result(CheckJson.Of(findings));
        }

        foreach (var (folder, finding) in options.Json ? [] : findings)
        {
            string state = finding.State switch
            {
                CheckState.Right => "right",
                CheckState.Wrong => "WRONG",
                _ => "not checked",
            };
            screen.Result($"{state}: {Path.Combine(folder, finding.Item)} {finding.Text}.");
        }

        return findings.Exists(of => of.finding.State == CheckState.Wrong) ? ExitCode.ThresholdExceeded : ExitCode.Done;
    }

    private static string FullPath(string folder) => Path.TrimEndingDirectorySeparator(Path.GetFullPath(folder));
}
