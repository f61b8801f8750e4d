using DbIngest.Analysis.Figures.Charts;
using DbIngest.Analysis.Figures.Drawing;
using DbIngest.Analysis.Output;
using DbIngest.Analysis.Summary;
using DbIngest.Core.Operations;
using DbIngest.Core.Plan;

namespace DbIngest.Analysis.Figures;

/// <summary>
/// Makes the figures of study 2 over the update share of mixes: lines of throughput and latency, and box plots at each N. <see
/// cref="FigureCatalog"/> calls it. Mixes with other operations than reads and updates have no place there.
/// </summary>
internal static class MixFigures
{
    /// <summary>Most sizes with box plots: more would fill the page.</summary>
    private const int MostSizes = 3;

    /// <summary>
    /// Throughput over the update share. Empty for fewer than two shares. Points at a rate are left out by name, since arrivals
    /// decide their operations/s.
    /// </summary>
    public static IEnumerable<Chart> Throughput(IReadOnlyList<StoredResult> results) => Unpaced(results) is { } set
        ? [LineFigures.Throughput(set.Drawn(), "throughput-mixes", "Throughput over the update share")]
        : [];

    /// <summary>
    /// Box plots of throughput at up to three N, without points at a rate, and the 99th percentile of each kind of operation.
    /// </summary>
    public static IEnumerable<Chart> Others(IReadOnlyList<StoredResult> results)
    {
        if (SetOf(results, _ => true) is not { } set)
        {
            yield break;
        }

        foreach (Chart chart in Unpaced(results) is { } unpaced ? Boxes(unpaced) : [])
        {
            yield return chart;
        }

        foreach (var kind in (OperationKind[])[OperationKind.Read, OperationKind.Update])
        {
            if (set.Series.Any(series => series.Points.Any(point => Of(point, kind) is not null)))
            {
                yield return LineFigures.Latency(set.Drawn(), $"{LoadWords.Of(kind)}-p99-mixes",
                    $"p99 of {LoadWords.Of(kind)}s over the update share", point => Of(point, kind)?.P99Us / 1000);
            }
        }
    }

    private static IEnumerable<Chart> Boxes(PlotSet set)
    {
        long[] sizes = [.. set.Series.SelectMany(series => series.Points).Select(point => point.Point.RecordsPerSource).Distinct()
            .Order()];
        foreach (long size in SpreadFigures.Evenly([.. sizes.Select(n => (double)n)], MostSizes))
        {
            var at = (set with { Series = [.. set.Series.Select(series => At(series, size)).Where(one => one.Points.Count > 0)] })
                .Drawn();
            if (at.Series.Any(series => series.Points.Any(point => point.Trials.Measured > 2)))
            {
                yield return SpreadFigures.Boxes(at) with
                {
                    Name = FormattableString.Invariant($"spread-mixes-{size}"),
                    Title = FormattableString.Invariant($"Spread of the trials at {size:#,0} records a source"),
                };
            }
        }
    }

    private static LatencyFigures? Of(PointSummary point, OperationKind kind) =>
        point.Operations?.FirstOrDefault(operation => operation.Kind == kind)?.Latency;

    private static PlotSeries At(PlotSeries series, long size) =>
        series with { Points = [.. series.Points.Where(point => point.Point.RecordsPerSource == size)] };

    /// <summary>The set without points at a rate, and a sentence with their rates. Null for fewer than two shares.</summary>
    private static PlotSet? Unpaced(IReadOnlyList<StoredResult> results)
    {
        string rates = LoadWords.Rates(results.SelectMany(result => result.Summary.Points).Select(point => point.Point)
            .Where(point => point.Mix is not null));
        return SetOf(results, point => point.Rate is null) is { } set
            ? rates.Length == 0 ? set : set with
            {
                LeftOut = $"{set.LeftOut} Points at a rate ({rates}) are not drawn: arrivals decide their operations/s.".Trim(),
            }
            : null;
    }

    /// <summary>The points with reads and updates alone as lines over the update share. Null for fewer than two shares.</summary>
    /// <param name="results">The results.</param>
    /// <param name="isDrawn">Selects the points.</param>
    private static PlotSet? SetOf(IReadOnlyList<StoredResult> results, Func<Point, bool> isDrawn)
    {
        var axis = new PlotAxis(SweepAxes.Mix, "updates, % of operations");
        var points = results.SelectMany(result => result.Summary.Points.Select(point => (Result: result, Summary: point)))
            .Where(point => double.IsFinite(axis.Value(point.Summary.Point)) && isDrawn(point.Summary.Point)
                && point.Summary.Point.Database != ManifestTargets.Null)
            .ToList();
        if (points.Select(point => axis.Value(point.Summary.Point)).Distinct().Count() < 2)
        {
            return null;
        }

        var names = AxisColumns.Telling([.. points.Select(point => point.Summary.Point)])
            .Where(column => column.Name != SweepAxes.Mix.Name).ToList();
        bool hasBoth = points.Select(point => point.Summary.Point.Mix!.IsShared).Distinct().Count() > 1;
        bool hasLaws = hasBoth || points.Select(point => point.Summary.Point.Mix!.Keys).Distinct().Count() > 1;
        string NameOf(StoredResult result, Point point) => string.Join(' ', names
            .Select(column => column.IsNumber && column.Value(point) is { Length: > 0 } value ? $"{column.Name} {value}"
                : column.Value(point))
            .Append(hasLaws ? $"keys {point.Mix!.Keys.ToString().ToLowerInvariant()}" : string.Empty)
            .Append(hasBoth ? point.Mix!.IsShared ? "shared" : "of each lane" : string.Empty)
            .Prepend(results.Count > 1 ? ResultNames.Of(results, result) + ":" : string.Empty)
            .Where(word => word.Length > 0));
        var groups = points.GroupBy(point => (point.Result, Name: NameOf(point.Result, point.Summary.Point))).ToList();
        return new PlotSet(
            axis,
            [.. groups.Select((group, i) => new PlotSeries(group.Key.Name, new SeriesLook(i), group.Key.Result,
                [.. group.Select(point => point.Summary).OrderBy(point => axis.Value(point.Point))]))],
            groups.Count > PlotSet.MostSeries
                ? FormattableString.Invariant(
                    $"Only the first {PlotSet.MostSeries} of {groups.Count} series are drawn; the table has all.")
                : string.Empty);
    }
}
