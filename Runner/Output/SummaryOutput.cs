using DbIngest.Analysis.Advise;
using DbIngest.Analysis.Compare;
using DbIngest.Analysis.Figures;
using DbIngest.Analysis.Latex;
using DbIngest.Analysis.Output;
using DbIngest.Analysis.Report;
using DbIngest.Analysis.Reproduce;
using DbIngest.Analysis.Summary;

namespace DbIngest.Runner.Output;

/// <summary>
/// Writes files that can be rebuilt from the journal: summary, report, comparison, history, advice, LaTeX and logs of service
/// times. <c>run</c>, <c>report</c>, <c>compare</c> and <c>advise</c> call it after the figures are computed. A failure to
/// write is a remark and no exception, because the journal keeps every figure. The methods return false or null then, so that
/// the verb can choose another exit code than 0.
/// </summary>
internal static class SummaryOutput
{
    /// <summary>Writes the summary files of a result. Copies the old files first if they contain lost trials.</summary>
    /// <returns>True if they were written.</returns>
    public static bool Write(string folder, SweepSummary summary, Screen screen) =>
        Try(folder, "the summary files", "make the folder writable; 'report DIR' then rebuilds them from the journal", screen,
            () =>
        {
            LostTrials.KeepOld(folder, summary, screen);
            return SummaryFiles.Write(folder, summary);
        }) is not null;

    /// <summary>Writes the report of results.</summary>
    /// <returns>The path of its page, or null if it could not be written.</returns>
    public static string? WriteReport(string folder, IReadOnlyList<StoredResult> results, Screen screen,
        Reproduction? study = null, ScoreFormula score = ScoreFormula.PerRecord) =>
        Try(folder, "the report", "make the folder writable, or write it elsewhere by 'report DIR --out FOLDER'", screen,
            () => ReportFiles.Write(folder, results, study, score));

    /// <summary>Writes the logs of service times.</summary>
    /// <returns>The folder of the logs, or null if it could not be written.</returns>
    public static string? WriteHdr(string folder, IReadOnlyList<StoredResult> results, Screen screen) =>
        Try(folder, "the logs of service times", "make the folder writable, or name another one by --out", screen,
            () => HdrFiles.Write(folder, results));

    /// <summary>Writes tables and figures for a paper.</summary>
    /// <returns>The path of the document that includes them, or null if it could not be written.</returns>
    public static string? WriteLatex(string folder, IReadOnlyList<StoredResult> results, Reproduction? study, ScoreFormula score,
        Screen screen) =>
        Try(folder, "the LaTeX files", "make the folder writable, or name another one by --out", screen,
            () => LatexFiles.Write(folder, results, study, score));

    /// <summary>Writes the page of a comparison.</summary>
    /// <returns>The path of the page, or null if it could not be written.</returns>
    public static string? WriteComparison(string folder, Comparison comparison, Screen screen) =>
        Try(folder, "the comparison", "name another folder by --out", screen, () => ComparisonFiles.Write(folder, comparison));

    /// <summary>Writes an advice.</summary>
    /// <returns>The path of the page, or null if it could not be written.</returns>
    public static string? WriteAdvice(string folder, Advice advice, IReadOnlyList<string> commands, Screen screen) =>
        Try(folder, "the advice", "make the folder writable, or write it elsewhere by 'advise DIR --out FOLDER'", screen,
            () => AdviceFiles.Write(folder, advice, commands));

    /// <summary>Writes the page of a history.</summary>
    /// <returns>The path of the page, or null if it could not be written.</returns>
    public static string? WriteHistory(string folder, History history, Screen screen) =>
        Try(folder, "the history", "name another folder by --out", screen, () => HistoryFiles.Write(folder, history));

    private static T? Try<T>(string folder, string what, string remedy, Screen screen, Func<T> write)
        where T : class
    {
        try
        {
            return write();
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            screen.Remark($"{folder}: {what} cannot be written ({exception.Message.TrimEnd('.')}); {remedy}.");
            return null;
        }
        catch (ArgumentException exception)
        {
            // JSON has no infinite numbers. The run keeps its trials even if a figure overflows.
            screen.Remark($"{folder}: {what} cannot be written ({exception.Message.TrimEnd('.')}); the journal keeps every "
                + "trial, and this is a fault of dbingest: report it with manifest.json and trials.jsonl.");
            return null;
        }
    }
}
