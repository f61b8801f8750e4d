using DbIngest.Analysis.Figures.Drawing;
using DbIngest.Analysis.Output;
using DbIngest.Analysis.Summary;
using DbIngest.Core.Plan;

namespace DbIngest.Analysis.Figures;

/// <summary>
/// The points of one or several results as series over one axis: the input of all figures of a report.
/// <see cref="FigureCatalog"/>, <c>AnswerSentences</c>, <c>ReportPage</c> and <c>SweepRules</c> create it by <see cref="Of"/>, so
/// that words and figures never speak of different points. <see cref="MixFigures"/> makes its own, over the update share. Rule 24
/// notes what it leaves out.
/// </summary>
/// <param name="Axis">The plotted axis.</param>
/// <param name="Series">
/// Each with its own look. <see cref="Of"/> keeps at most <see cref="MostSeries"/> of each set of <see cref="ByMix"/>.
/// </param>
/// <param name="LeftOut">A sentence on what is not drawn, and why; empty when everything is.</param>
internal sealed record PlotSet(PlotAxis Axis, IReadOnlyList<PlotSeries> Series, string LeftOut)
{
    /// <summary>Most lines of a figure: more cannot be distinguished.</summary>
    public const int MostSeries = 12;

    /// <summary>True when every point of a database is drawn.</summary>
    public bool IsWhole { get; private init; }

    /// <summary>A sentence on the series that answer and ranking leave out; empty when they have all.</summary>
    public string NotCompared { get; private init; } = string.Empty;

    /// <summary>Sorts the points of results into series. The null target is left out when a database is measured.</summary>
    public static PlotSet Of(IReadOnlyList<StoredResult> results)
    {
        var all = results.SelectMany(result => result.Summary.Points.Select(point => (Result: result, Summary: point))).ToList();
        bool hasDatabase = all.Exists(point => point.Summary.Point.Database != ManifestTargets.Null);
        var drawn = all.FindAll(point => !hasDatabase || point.Summary.Point.Database != ManifestTargets.Null);
        Point[] points = [.. drawn.Select(point => point.Summary.Point)];
        var axis = PlotAxis.Of(points);
        var names = AxisColumns.Telling(points).Where(other => other.Name != axis.Name || !axis.TellsApart(points)).ToList();
        bool kinds = axis.TellsApart(points) && points.DistinctBy(point => axis.Axis.KindOf(point.Axes)).Count() > 1;
        string NameOf(StoredResult result, Point point)
        {
            string name = string.Join(" ", names
                .Select(other => other.IsNumber && other.Value(point) is { Length: > 0 } value ? $"{other.Name} {value}"
                    : other.Value(point))
                .Append(kinds ? axis.Axis.KindOf(point.Axes) : string.Empty)
                .Where(word => word.Length > 0));
            string of = ResultNames.Of(results, result);
            return results.Count == 1 || of == name ? name : $"{of}: {name}";
        }

        var groups = drawn
            .GroupBy(point => (point.Result, Name: NameOf(point.Result, point.Summary.Point)))
            .ToList();

        // The answer and the ranking take each set by itself, so the series of one must not use up the room of another.
        var sets = groups.GroupBy(group => LoadOf([.. group.Select(point => point.Summary)])).ToList();
        var kept = sets.SelectMany(one => one.Take(MostSeries)).ToHashSet();
        string[] sentences =
        [
            .. drawn.Count < all.Count ? ["The null target, which is no database, is not drawn."] : Array.Empty<string>(),
            .. groups.Count > MostSeries
                ? [FormattableString.Invariant(
                    $"Only the first {MostSeries} of {groups.Count} series are drawn; the table has all.")]
                : Array.Empty<string>(),
        ];
        return new PlotSet(
            axis,
            [
                .. groups.Where(kept.Contains).Select((group, i) => new PlotSeries(
                    group.Key.Name, new SeriesLook(i), group.Key.Result,
                        [.. group.Select(point => point.Summary).OrderBy(point => axis.Value(point.Point))])),
            ],
            string.Join(" ", sentences))
        {
            IsWhole = groups.Count <= MostSeries,
            NotCompared = groups.Count == kept.Count ? string.Empty : FormattableString.Invariant(
                $"Only {kept.Count} of {groups.Count} series are compared, the first {MostSeries}")
                + (sets.Count > 1 ? " of each comparison; the table has all." : "; the table has all."),
        };
    }

    /// <summary>The series that figures can distinguish: the first ones.</summary>
    public PlotSet Drawn() => Series.Count <= MostSeries ? this : this with { Series = [.. Series.Take(MostSeries)] };

    /// <summary>Unit of throughput.</summary>
    public string Unit => LoadWords.Unit(Series.Select(series => series.Points[0].Point));

    /// <summary>True when records arrive at a rate at every point.</summary>
    public bool IsPaced => Series.Count > 0 && Series.All(IsAtARate);

    /// <summary>
    /// One set per mix, because another mix is other work and cannot be compared. The series of a mix at a rate, whose throughput
    /// arrivals decide, are a separate set. Each set comes with the words that tell it from the others, empty for the only one.
    /// </summary>
    public IReadOnlyList<(string Mix, PlotSet Set)> ByMix()
    {
        var groups = Series.GroupBy(series => LoadOf(series.Points)).ToList();
        bool hasBoth = Series.Any(IsAtARate) && !IsPaced;
        return groups.Count == 1
            ? [(string.Empty, this)]
            : [.. groups.Select(group => (
                string.Join(", ", new[] { group.Key.Mix, hasBoth && group.Key.IsPaced ? "points at a rate" : string.Empty }
                    .Where(word => word.Length > 0)),
                this with { Series = [.. group.Select(series => Without(series, group.Key.Mix))] }))];
    }

    private static bool IsAtARate(PlotSeries series) => LoadOf(series.Points).IsPaced;

    /// <summary>The mix of a series, empty without one, and whether records arrive at a rate at all of its points.</summary>
    private static (string Mix, bool IsPaced) LoadOf(IReadOnlyList<PointSummary> points) =>
        (SweepAxes.Mix.Shown(points[0].Point.Axes) ?? string.Empty, points.All(point => point.Point.Rate is not null));

    private static PlotSeries Without(PlotSeries series, string mix) =>
        mix.Length > 0 && series.Name.Replace(" " + mix, string.Empty, StringComparison.Ordinal) is { Length: > 0 } name
            ? series with { Name = name } : series;

    /// <summary>A set of selected series with unchanged looks.</summary>
    public PlotSet Where(Func<PlotSeries, bool> isWanted) => this with { Series = [.. Series.Where(isWanted)] };

    /// <summary>The last point with figures of each series.</summary>
    public IEnumerable<(PlotSeries Series, PointSummary Point)> Largest() =>
        from series in Series
        let point = series.Points.LastOrDefault(point => !point.IsMissing)
        where point is not null
        select (series, point);
}
