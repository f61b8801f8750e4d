using System.Globalization;
using System.Text;
using DbIngest.Analysis.Compare;
using DbIngest.Analysis.Summary;
using DbIngest.Analysis.Text;

namespace DbIngest.Analysis.Output;

/// <summary>
/// Draws the history of a point (its throughput over several result folders) for a console of 80 columns: a row per folder with
/// its interval and the mean level between its change points, and a row per change point. <c>compare --history</c> prints it
/// below its table. It computes no figure.
/// </summary>
public static class HistoryText
{
    /// <summary>A console shows at most this many of the last folders.</summary>
    private const int MostRows = 40;

    /// <summary>Most points drawn. The HTML page has all.</summary>
    private const int MostLines = 4;

    private const int NameWidth = 18;
    private const int NumberWidth = 11;
    private const int PlotWidth = 44;

    /// <summary>Draws up to four points, those with change points first.</summary>
    /// <returns>The text, each row ending in LF.</returns>
    public static string Of(History history)
    {
        var axes = AxisColumns.Varying([.. history.Lines.Select(line => line.Point)]);
        var text = new StringBuilder();
        foreach (var line in history.Lines.OrderByDescending(line => line.Changes is { Count: > 0 }).Take(MostLines))
        {
            string name = string.Join(", ", axes
                .Select(axis => axis.IsNumber ? $"{axis.Name} {axis.Value(line.Point)}" : axis.Value(line.Point))
                .Append(line.Setup).Where(part => part.Length > 0));
            Draw(text, history, line, name);
        }

        if (history.Lines.Count > MostLines)
        {
            text.Append(CultureInfo.InvariantCulture,
                $"{history.Lines.Count - MostLines} more lines: the page of --out has all.\n");
        }

        return text.ToString();
    }

    private static void Draw(StringBuilder text, History history, HistoryLine line, string name)
    {
        var shown = line.Values.TakeLast(MostRows).ToList();
        double[] bounds =
        [
            .. shown.SelectMany(value => new[] { value.PerS, value.Level, value.Interval?.Low, value.Interval?.High })
                .OfType<double>(),
        ];
        var (low, high) = (bounds.Min(), bounds.Max());
        (low, high) = high > low ? (low, high) : (low * 0.9, high * 1.1);
        int Column(double value) => (int)Math.Round((value - low) / (high - low) * (PlotWidth - 1));

        text.Append(name).Append('\n');
        string from = NumberText.Whole(low);
        text.Append("run".PadRight(NameWidth)).Append("  ").Append(LoadWords.Unit(line.Point).PadLeft(NumberWidth)).Append("  ")
            .Append(from).Append(NumberText.Whole(high).PadLeft(PlotWidth - from.Length)).Append('\n');
        if (shown.Count < line.Values.Count)
        {
            text.Append(CultureInfo.InvariantCulture, $"... {line.Values.Count - shown.Count} earlier runs\n");
        }

        foreach (var value in shown)
        {
            if (line.Changes?.FirstOrDefault(change => change.Run == value.Run) is { } change)
            {
                string words = $"--- {change.Words} ";
                text.Append(words.PadRight(NameWidth + NumberWidth + PlotWidth + 4, '-')).Append('\n');
            }

            char[] row = new string(' ', PlotWidth).ToCharArray();
            if (value.Interval is { } interval)
            {
                row.AsSpan(Column(interval.Low)..(Column(interval.High) + 1)).Fill('-');
                (row[Column(interval.Low)], row[Column(interval.High)]) = ('[', ']');
            }

            row[Column(value.Level)] = ':';
            row[Column(value.PerS)] = 'o';
            text.Append(history.Runs[value.Run].Words.PadRight(NameWidth)).Append("  ")
                .Append(NumberText.Whole(value.PerS).PadLeft(NumberWidth)).Append("  ")
                .Append(new string(row).TrimEnd()).Append('\n');
        }

        text.Append("o throughput, [-] its interval, : level between change points\n\n");
    }
}
