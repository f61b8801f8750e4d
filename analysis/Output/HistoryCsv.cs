using System.Globalization;
using DbIngest.Analysis.Compare;
using DbIngest.Core.Plan;

namespace DbIngest.Analysis.Output;

/// <summary>
/// Renders <c>history.csv</c>: one row per line and folder. <c>HistoryFiles</c> writes it. The names of its columns are a
/// published format: new columns go to the end, and none is renamed.
/// </summary>
public static class HistoryCsv
{
    private static readonly (string Name, Func<History, HistoryLine, HistoryValue, object?> Value)[] Table =
    [
        .. SweepAxes.All.Select(axis =>
            (axis.Field, (Func<History, HistoryLine, HistoryValue, object?>)((_, line, _) => line.Point.Axes[axis]))),
        ("setup", (_, line, _) => line.Setup),
        ("run", (_, _, value) => value.Run + 1),
        ("folder", (history, _, value) => history.Runs[value.Run].Folder),
        ("started_utc", (history, _, value) =>
            history.Runs[value.Run].StartedUtc.ToString("yyyy-MM-ddTHH:mm:ssZ", CultureInfo.InvariantCulture)),
        ("commit", (history, _, value) => history.Runs[value.Run].Commit),
        ("per_s", (_, _, value) => value.PerS),
        ("low_per_s", (_, _, value) => value.Interval?.Low),
        ("high_per_s", (_, _, value) => value.Interval?.High),
        ("level_per_s", (_, _, value) => value.Level),
        ("change_ratio", (_, line, value) => ChangeAt(line, value)?.Ratio),
        ("change_p", (_, line, value) => ChangeAt(line, value)?.P),
        ("changed_too", (_, line, value) => ChangeAt(line, value) is { Together: var together }
            ? string.Join("; ", together) : null),
    ];

    /// <summary>Names of the columns.</summary>
    public static IReadOnlyList<string> Columns => [.. Table.Select(column => column.Name)];

    /// <summary>The whole file.</summary>
    public static string Of(History history)
    {
        var csv = new CsvText();
        csv.AddRow(Columns);
        foreach (var line in history.Lines)
        {
            foreach (var value in line.Values)
            {
                csv.AddRow(Table.Select(column => column.Value(history, line, value)));
            }
        }

        return csv.ToString();
    }

    private static HistoryChange? ChangeAt(HistoryLine line, HistoryValue value) =>
        line.Changes?.FirstOrDefault(change => change.Run == value.Run);
}
