using System.Text;
using DbIngest.Analysis.Figures.Charts;
using DbIngest.Core.Results;

namespace DbIngest.Analysis.Figures;

/// <summary>
/// Writes figures as SVG files, each atomically. <c>ReportFiles</c>, <c>ComparisonFiles</c> and <c>HistoryFiles</c> call it. It
/// replaces files of the same names and deletes none.
/// </summary>
internal static class FigureFiles
{
    /// <summary>Name of the subfolder of the report's folder.</summary>
    public const string Folder = "figures";

    /// <summary>The paths of figures: <c>figures/NAME.svg</c>.</summary>
    public static IReadOnlyList<string> FilesOf(string folder, IReadOnlyList<Chart> charts) =>
        [.. charts.Select(chart => Path.Combine(folder, Folder, chart.Name + ".svg"))];

    /// <summary>Writes each figure as <c>figures/NAME.svg</c>, and creates the folder when it is missing.</summary>
    /// <returns>The paths, in the order of the figures.</returns>
    public static IReadOnlyList<string> Write(string folder, IReadOnlyList<Chart> charts)
    {
        Directory.CreateDirectory(Path.Combine(folder, Folder));
        var paths = FilesOf(folder, charts);
        foreach (var (path, chart) in paths.Zip(charts))
        {
            ResultFolder.WriteAtomically(path, Encoding.UTF8.GetBytes(SvgImage.Standalone(chart)));
        }

        return paths;
    }
}
