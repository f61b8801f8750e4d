using System.Globalization;
using System.Text;
using DbIngest.Analysis.Compare;
using DbIngest.Analysis.Text;

namespace DbIngest.Analysis.Output;

/// <summary>
/// Draws a forest plot for a console: one line per common point with its interval, 1, and the range that counts as equivalent.
/// <c>CompareVerb</c> prints it below its table, and <c>PairsOutput</c> does for the pairs of <c>run</c> and <c>report</c>. It
/// computes no ratio and no interval.
/// </summary>
public static class ForestText
{
    private const int Width = 49;

    /// <summary>Draws the plot.</summary>
    /// <returns>Lines ending in LF; empty where no point has a ratio.</returns>
    public static string Of(Comparison comparison)
    {
        var points = comparison.Points.Where(point => point.Ratio > 0).ToList();
        if (points.Count == 0)
        {
            return string.Empty;
        }

        var axes = AxisColumns.Varying([.. comparison.Points.Select(point => point.A)]);
        string[] names = [.. points.Select(point => string.Join(" ", axes.Select(axis => axis.Value(point.A))))];
        int room = names.Max(name => name.Length);
        var intervals = points.ConvertAll(point => AnalysisTable.Shown(point.RatioInterval));
        double reach = points.Select(point => point.Ratio)
            .Concat(intervals.SelectMany(interval => new[] { interval?.Low, interval?.High }))
            .OfType<double>().Append(1 - comparison.Threshold)
            .Max(value => Math.Abs(Math.Log(value))) * 1.05;
        int Column(double ratio) => (int)Math.Round((Math.Log(ratio) + reach) / (2 * reach) * (Width - 1));
        var text = new StringBuilder();
        string low = NumberText.Short(Math.Exp(-reach));
        string high = NumberText.Short(Math.Exp(reach));
        text.Append("B/A".PadRight(room)).Append("  ").Append(low)
            .Append("1".PadLeft((Width / 2) + 1 - low.Length)).Append(high.PadLeft(Width - (Width / 2) - 1)).Append('\n');
        foreach (var (point, name, shown) in points.Zip(names, intervals))
        {
            char[] line = new string(' ', Width).ToCharArray();
            line[Column(1 - comparison.Threshold)] = '.';
            line[Column(1 / (1 - comparison.Threshold))] = '.';
            line[Width / 2] = ':';
            if (shown is { } interval)
            {
                for (int i = Column(interval.Low); i <= Column(interval.High); i++)
                {
                    line[i] = '-';
                }

                line[Column(interval.Low)] = '[';
                line[Column(interval.High)] = ']';
            }

            line[Column(point.Ratio!.Value)] = 'o';
            text.Append(CultureInfo.InvariantCulture, $"{name.PadRight(room)}  {new string(line)}").Append('\n');
        }

        return text.ToString();
    }
}
