using System.Text.Json;
using CsvHelper;
using DbIngest.Analysis.Compare;
using DbIngest.Analysis.Figures;
using DbIngest.Analysis.Output;
using DbIngest.Analysis.Summary;
using DbIngest.Analysis.Tests.Fakes;
using DbIngest.Core.Plan;
using DbIngest.Core.Tests.Fakes;
using FsCheck;
using FsCheck.Fluent;

namespace DbIngest.Analysis.Tests.Summary;

/// <summary>What holds for every axis, those to come included: points that differ in it are never taken for one.</summary>
public class AxisTests
{
    public static TheoryData<string> Axes => [.. SweepAxes.All.Select(axis => axis.Name)];

    [Theory]
    [MemberData(nameof(Axes))]
    public void Summary_PointsDifferentInOneAxis_AreNeverPooled(string name) => Check(name, (axis, points) =>
    {
        var sweep = Sweep(points);
        var summary = sweep.Summary;
        summary.Points.Select(point => point.Point).ShouldBe(points);
        summary.Points.ShouldAllBe(point => point.Trials.Measured == sweep.Trials - sweep.WarmUp);

        // No two points share a cell of analysis, database and N. The analysis leaves out points at a rate.
        summary.Analysis.Sum(analysis => analysis.Databases.Count * analysis.RecordsPerSource.Count)
            .ShouldBe(points.Count(point => point.Rate is null));
        foreach (var analysis in summary.Analysis.Where(analysis => analysis.Anova is not null))
        {
            (analysis.Anova!.Residual.DegreesOfFreedom + (analysis.Databases.Count * analysis.RecordsPerSource.Count))
                .ShouldBe(points.Count(analysis.Covers) * (sweep.Trials - sweep.WarmUp));
        }
    });

    [Theory]
    [MemberData(nameof(Axes))]
    public void Files_PointsDifferentInOneAxis_TellThemApart(string name) => Check(name, (axis, points) =>
    {
        var summary = Sweep(points).Summary;
        foreach (string csv in new[] { SummaryCsv.Of(summary), SamplesCsv.Of(summary) })
        {
            Column(csv, axis.Field).Distinct()
                .ShouldBe(points.Select(point => axis.Text(point.Axes) ?? string.Empty).Distinct(), ignoreOrder: true);
        }

        using var json = JsonDocument.Parse(JsonSerializer.Serialize(summary, SummaryJson.Default.SweepSummary));
        json.RootElement.GetProperty("points").EnumerateArray()
            .Select(point => point.GetProperty("point").GetProperty(axis.Field).GetRawText())
            .Distinct().Count().ShouldBe(points.Select(point => axis.Text(point.Axes)).Distinct().Count());
        SummaryTable.Of(summary).Headers.ShouldContain(axis.Name);
        var plot = PlotSet.Of([new StoredResult("r", Sweep(points).Manifest, summary)]);
        plot.Series.SelectMany(series => series.Points.GroupBy(point => plot.Axis.Value(point.Point)))
            .ShouldAllBe(place => place.Count() == 1);
    });

    [Theory]
    [MemberData(nameof(Axes))]
    public void Compare_ResultsDifferentInOneAxis_MatchNothingUnnamed(string name) => Check(name, (axis, points) =>
    {
        var a = Sweep([points[0], points[2]]).Summary;
        var b = Sweep([points[1], points[3]]).Summary;
        var compared = Comparison.Of(a, b, 0.05);
        bool named = compared.Differences.Any(difference => difference.StartsWith(axis.Name + ":", StringComparison.Ordinal));
        (compared.Points.Count == 0 || named || axis == SweepAxes.Database).ShouldBeTrue();
    });

    /// <summary>Two databases, each at two places on the axis.</summary>
    private static void Check(string name, Action<Axis, Point[]> holds)
    {
        var axis = SweepAxes.All.Single(a => a.Name == name);
        var any =
            from seeds in Gen.Choose(0, 3).ArrayOf(SweepAxes.All.Count)
            from withOptional in Gen.Elements(true, false)
            select AxisSamples.Point(seeds, withOptional);
        Prop.ForAll(any.ToArbitrary(), one =>
        {
            var other = AxisSamples.Elsewhere(one, axis);
            Point Second(Point point) => point with { Database = point.Database + "2" };
            holds(axis, [one, other, Second(one), Second(other)]);
        }).Check(Config.QuickThrowOnFailure.WithMaxTest(4));
    }

    private static FakeSweep Sweep(Point[] points) =>
        new() { Places = points, Trials = 4, WarmUp = 1, Databases = [.. points.Select(point => point.Database).Distinct()] };

    private static IEnumerable<string> Column(string csv, string field)
    {
        using var reader = CsvReader.FromText(csv);
        while (reader.Read())
        {
            yield return reader.GetString(field);
        }
    }
}
