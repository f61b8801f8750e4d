using System.Globalization;
using DbIngest.Analysis.Compare;
using DbIngest.Analysis.Figures.Charts;
using DbIngest.Analysis.Figures.Drawing;
using DbIngest.Analysis.Output;
using DbIngest.Analysis.Summary;

namespace DbIngest.Analysis.Figures;

/// <summary>
/// Makes the figures of a history, one per line and at most 40: the throughput of each run with its interval, and the level
/// between change points. <c>HistoryFiles</c> writes them, and puts them into the page of <c>compare --history</c>. It computes
/// no figure.
/// </summary>
internal static class HistoryFigures
{
    /// <summary>A page draws at most this many lines; the table and the CSV file have all.</summary>
    private const int MostLines = 40;

    /// <summary>The figures, those of lines with a change point first.</summary>
    public static IReadOnlyList<LineChart> Of(History history)
    {
        var axes = AxisColumns.Varying([.. history.Lines.Select(line => line.Point)]);
        return
        [
            .. history.Lines.Select((line, i) => (Line: line, Number: i + 1))
                .OrderByDescending(line => line.Line.Changes is { Count: > 0 }).Take(MostLines)
                .Select(line => Of(history, line.Line, line.Number, string.Join(", ", axes.Select(axis =>
                    axis.IsNumber ? $"{axis.Value(line.Line.Point)} {axis.Name}" : axis.Value(line.Line.Point))))),
        ];
    }

    private static LineChart Of(History history, HistoryLine line, int number, string name)
    {
        string unit = LoadWords.Unit(line.Point);
        return new LineChart
        {
            Name = FormattableString.Invariant($"history-{number}"),
            Title = name,
            Description = FormattableString.Invariant(
                $"Throughput of {line.Values.Count} runs with its intervals. Change points: ")
                + HistoryTable.Changes(history, line) + ".",
            Caption = $"Change points: {HistoryTable.Changes(history, line)}."
                + (line.Setup.Length > 0 ? $" Set-up: {line.Setup}." : string.Empty),
            XTitle = string.Create(CultureInfo.InvariantCulture,
                $"run, {history.Runs[0].StartedUtc:yyyy-MM-dd} to {history.Runs[^1].StartedUtc:yyyy-MM-dd}"),
            YTitle = unit,
            X = AxisKind.Linear,
            Y = AxisKind.Linear,
            Series =
            [
                new LineSeries("run", new SeriesLook(0), [.. line.Values.Select(value => new LinePoint(
                    value.Run + 1, value.PerS, value.Interval?.Low, value.Interval?.High,
                    string.Create(CultureInfo.InvariantCulture,
                        $"{history.Runs[value.Run].Words}\n{value.PerS:#,0} {unit}\n{history.Runs[value.Run].Folder}"))
                {
                    IsInvalid = line.FailedAudits.Contains(value.Run),
                })]),
                new LineSeries("level", new SeriesLook(1), [.. Steps(line)]),
            ],
        };
    }

    /// <summary>The level as steps, half-way between two runs.</summary>
    private static IEnumerable<LinePoint> Steps(HistoryLine line)
    {
        for (int i = 0; i < line.Values.Count; i++)
        {
            var value = line.Values[i];
            double before = i == 0 ? value.Run + 1 : ((line.Values[i - 1].Run + value.Run) / 2.0) + 1;
            if (i == 0 || line.Values[i - 1].Level != value.Level)
            {
                yield return new LinePoint(before, value.Level, null, null, string.Empty);
            }

            double after = i == line.Values.Count - 1 ? value.Run + 1 : ((line.Values[i + 1].Run + value.Run) / 2.0) + 1;
            yield return new LinePoint(after, value.Level, null, null, string.Empty);
        }
    }
}
