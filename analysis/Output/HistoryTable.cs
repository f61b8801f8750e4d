using System.Globalization;
using DbIngest.Analysis.Compare;
using DbIngest.Analysis.Summary;
using DbIngest.Analysis.Text;

namespace DbIngest.Analysis.Output;

/// <summary>
/// Formats a history as a table, one row per line, with notes that explain it. <c>CompareHistory</c> prints it,
/// <c>HistoryFiles</c> puts it into the page, and <c>HistoryFigures</c> takes the words of change points. It computes no figure.
/// </summary>
public static class HistoryTable
{
    /// <summary>The table.</summary>
    public static TextTable Of(History history)
    {
        var points = history.Lines.Select(line => line.Point).ToList();
        var axes = AxisColumns.Varying(points);
        bool isSplit = history.Lines.Any(line => line.Setup.Length > 0);
        return new TextTable
        {
            Title = Title(history),
            Headers = [.. axes.Select(axis => axis.Name), .. isSplit ? ["line"] : Array.Empty<string>(),
                "runs", "first", "now", "change points"],
            RightAligned = [.. axes.Select(axis => axis.IsNumber), .. isSplit ? [true] : Array.Empty<bool>(),
                true, true, true, false],

            // At 80 columns with a further axis, the number of runs goes first.
            Ranks = [.. axes.Select(_ => 0), .. isSplit ? [0] : Array.Empty<int>(), 1, 0, 0, 0],
            Rows =
            [
                .. history.Lines.Select((line, i) => (IReadOnlyList<string>)
                [
                    .. axes.Select(axis => axis.Value(line.Point)),
                    .. isSplit ? [(i + 1).ToString(CultureInfo.InvariantCulture)] : Array.Empty<string>(),
                    line.Values.Count.ToString(CultureInfo.InvariantCulture),
                    NumberText.Whole(line.Values[0].Level),
                    NumberText.Whole(line.Values[^1].Level),
                    Changes(history, line),
                ]),
            ],
            Notes =
            [
                string.Create(CultureInfo.InvariantCulture,
                    $"Change points by E-divisive (Matteson and James 2014), a permutation test with a fixed seed: at most "
                    + $"{history.FalseAlarms * 100:0.##} % of histories without a change show one, over all lines together. It "
                    + $"takes runs to be independent of each other."),
                "Levels are records / mean time of the runs between two change points, intervals those of each run at "
                    + $"{NumberText.Levels(history.Runs.Select(run => run.Confidence))}.",
                .. LoadWords.RateNotes(points),
                .. history.Lines.SelectMany(line => line.FailedAudits).GroupBy(run => run).OrderBy(run => run.Key).Select(run =>
                    $"The audit failed at {NumberText.Count(run.Count(), "line")} of {history.Runs[run.Key].Words}: the other "
                        + "trials give its figures, which are worth nothing while records are lost."),
                .. Gate(history),
                .. isSplit ? history.Lines.Select((line, i) => FormattableString.Invariant(
                    $"Line {i + 1} is of other set-up than others, and stands for itself: {line.Setup}")) : [],
                .. history.Lines.Where(line => line.Values.Count < history.Runs.Count && line.Setup.Length == 0)
                    .GroupBy(line => line.Values.Count).Select(lines => FormattableString.Invariant(
                        $"Figures in {lines.Key} of {history.Runs.Count} folders: {NumberText.Count(lines.Count(), "line")}.")),
                .. history.Lines.SelectMany(line => line.Changes ?? []).Where(change => change.Together.Count > 0)
                    .GroupBy(change => change.Run).OrderBy(changes => changes.Key)
                    .Select(changes => $"Changed at {history.Runs[changes.Key].Words} too: "
                        + string.Join("; ", changes.SelectMany(change => change.Together).Distinct())),
            ],
        };
    }

    private static string Title(History history)
    {
        int changed = history.Lines.Count(line => line.Changes is { Count: > 0 });
        string lines = NumberText.Count(history.Lines.Count, "line");
        string found = changed == 0 ? $"no change point in {lines}"
            : string.Create(CultureInfo.InvariantCulture, $"{changed} of {lines} with a change point");
        int untested = history.Lines.Count(line => line.IsBeyondTest);
        found += untested == 0 ? string.Empty : FormattableString.Invariant($", {untested} not tested");
        string unit = LoadWords.Unit(history.Lines.Select(line => line.Point));
        string end = history.IsRegression ? ", a regression" : string.Empty;
        return $"{NumberText.Count(history.Runs.Count, "run")}, {unit}: {found}{end}";
    }

    /// <summary>The change points of a line in words.</summary>
    internal static string Changes(History history, HistoryLine line) => (line.Changes switch
    {
        null when line.IsBeyondTest => "too many lines for the test",
        null => FormattableString.Invariant($"too few runs: at least {history.FewestRuns}"),
        { Count: 0 } => "none",
        var changes => string.Join("; ", changes.Select(change => $"{history.Runs[change.Run].Words}: {change.Words}")),
    }) + (line.Recent is { IsRegression: true } || history.Loses(line) ? "; FAILS" : string.Empty);

    private static IEnumerable<string> Gate(History history)
    {
        if (history.Last is not { } last)
        {
            yield break;
        }

        yield return string.Create(CultureInfo.InvariantCulture,
            $"A line fails when its level fell by more than {history.Threshold * 100:0.##} % within the {Latest(last)}, by the "
            + $"gate '{EnumWords.Of(history.Gate)}'.");
        string all = NumberText.Count(history.Lines.Count, "line");
        foreach (var alike in history.Lines.Select(line => NotJudged(history, line, last)).OfType<string>().GroupBy(why => why))
        {
            yield return FormattableString.Invariant($"Not judged: {alike.Count()} of {all}{alike.Key}");
        }

        foreach (var (line, recent) in history.Lines.Select(line => (line, line.Recent)))
        {
            string newest = history.Runs[line.Values[^1].Run].Words;
            if (recent is { Verdict: PointVerdict.Missing })
            {
                yield return $"FAILS: {line.Point.Key} has no figures after {newest}.";
            }

            if (history.Loses(line))
            {
                yield return $"FAILS: {line.Point.Key} failed its audit in {newest}.";
            }

            if (recent is { Ratio: { } ratio, RatioInterval: var interval })
            {
                string bounds = interval is { } at
                    ? $" ({NumberText.Short(at.Low)} to {NumberText.Short(at.High)})" : string.Empty;
                yield return $"{(recent.IsRegression ? "FAILS" : "Does not fail")}: {line.Point.Key}, now "
                    + $"{NumberText.Short(ratio)} of the level before{bounds}.";
            }
        }
    }

    /// <summary>Why nothing says whether a line fails, as the end of a sentence. Null if it is judged.</summary>
    private static string? NotJudged(History history, HistoryLine line, int last) =>
        line.Recent is not null || history.Loses(line) ? null
        : line.IsBeyondTest ? ". Too many lines share the level for a test of as many runs; compare folders of fewer points, or "
            + "fewer folders."
        : line.Values[^1].Run < history.Runs.Count - last ? $" without figures in the {Latest(last)}."
        : line.Changes is null
            ? FormattableString.Invariant($" with fewer than {history.FewestRuns} runs, which a change point needs.")
        : null;

    private static string Latest(int last) => last == 1 ? "last run" : FormattableString.Invariant($"last {last} runs");
}
