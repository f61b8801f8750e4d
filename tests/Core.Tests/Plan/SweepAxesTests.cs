using System.Text.Json;
using DbIngest.Core.Plan;
using DbIngest.Core.Results;
using DbIngest.Core.Sweeps;
using DbIngest.Core.Tests.Fakes;
using FsCheck;
using FsCheck.Fluent;

namespace DbIngest.Core.Tests.Plan;

public class SweepAxesTests
{
    private const string OldKey =
        "db=cassandra client=wire durability=one sources=5+3 records=20000 batch=1000 in_flight=2 values=9";

    private const string OldJson =
        """{"database":"cassandra","client":"wire","durability":"one","sources":"5+3","records_per_source":20000,"batch":1000,"in_flight":2,"values":9}""";

    public static TheoryData<string> Axes => [.. SweepAxes.All.Select(axis => axis.Name)];

    private static Arbitrary<Point> AnyPoint => (
        from seeds in Gen.Choose(0, 14).ArrayOf(SweepAxes.All.Count)
        from withOptional in Gen.Elements(true, false)
        select AxisSamples.Point(seeds, withOptional)).ToArbitrary();

    [Theory]
    [MemberData(nameof(Axes))]
    public void Points_DifferentInOneAxis_AreToldApartEverywhere(string name) => Check(name, (axis, one, other) =>
    {
        other.ShouldNotBe(one);
        other.Key.ShouldNotBe(one.Key);
        Schedule.Of(Points.Sweep([one, other], trials: 2)).Select(trial => trial.Id).ShouldBeUnique();
        (one.Target.Equals(other.Target)).ShouldBe(!axis.OpensTarget);
        if (axis.Groups)
        {
            one.Axes.Only(a => a.Groups).ShouldNotBe(other.Axes.Only(a => a.Groups));
        }
    });

    [Theory]
    [MemberData(nameof(Axes))]
    public void Points_ThroughManifestAndJournal_StayThemselves(string name) => Check(name, (_, one, other) =>
    {
        var configuration = Points.Sweep([one, other]);
        var read = JsonSerializer.Deserialize(
            JsonSerializer.SerializeToUtf8Bytes(configuration, ResultJson.Indented.SweepConfiguration),
                ResultJson.Default.SweepConfiguration)!;
        read.Points.ShouldBe(configuration.Points);
        read.Points.Select(point => point.Key).ShouldBe(configuration.Points.Select(point => point.Key));
        Schedule.Done(Journaled([one])).ShouldBe([new TrialId(one.Key, 1)]);
    });

    [Fact]
    public void Entries_AreToldApartByEveryName()
    {
        foreach (var names in new Func<Axis, object>[] { a => a.Name, a => a.Field, a => a.Key, a => a.Option, a => a.Nesting })
        {
            SweepAxes.All.Select(names).ShouldBeUnique();
        }

        SweepAxes.All.Count(axis => axis.IsSize).ShouldBe(1);
    }

    [Fact]
    public void Point_OfAnOldFolder_ReadsAndHasTheKeyItHad()
    {
        Read(OldJson).Key.ShouldBe(OldKey);
        Read(OldJson.Replace("}", ",\"nodes\":4}", StringComparison.Ordinal)).Key.ShouldBe(OldKey + " nodes=4");
        JsonSerializer.Serialize(Journaled([Read(OldJson)])[0], ResultJson.Default.JournalEntry)
            .ShouldContain($"\"point\":{OldJson.Replace("+", "\\u002B", StringComparison.Ordinal)}");
    }

    [Fact]
    public void Calibration_OfAnOldJournal_IsThatOfAPointInOneProcess()
    {
        var old = (CalibrationResult)JsonSerializer.Deserialize(
            """{"kind":"calibration","key":{"sources":8,"batch":1000,"in_flight":2,"values":9},"records_per_s":5,"runs_records_per_s":[5]}""",
            ResultJson.Default.JournalEntry)!;
        var point = Read(OldJson);
        old.Key.ShouldBe(CalibrationKey.Of(Point.Of(point.Axes.With(SweepAxes.Sources, SourceLayout.Single(8)))));
        old.Key.ShouldNotBe(CalibrationKey.Of(point), "a ceiling of one process is none of several");
    }

    [Theory]
    [InlineData("\"database\":\"cassandra\",", "", "has no database")]
    [InlineData("\"values\":9", "\"values\":9,\"moons\":2", "'moons' is an axis that this version does not know")]
    [InlineData("\"values\":9", "\"values\":\"many\"", "'many' is no value of values")]
    [InlineData("\"values\":9", "\"values\":[9]", "is no value of values")]
    public void Point_WithABrokenAxis_IsRefusedByName(string part, string replacement, string message) =>
        Should.Throw<JsonException>(() => Read(OldJson.Replace(part, replacement, StringComparison.Ordinal))).Message
            .ShouldContain(message);

    private static void Check(string name, Action<Axis, Point, Point> holds)
    {
        var axis = SweepAxes.All.Single(a => a.Name == name);
        Prop.ForAll(AnyPoint, point =>
        {
            holds(axis, point, AxisSamples.Elsewhere(point, axis));
            if (axis.IsOptional && point.Axes[axis] is not null)
            {
                holds(axis, point, Point.Of(point.Axes.With(axis, null)));
            }
        }).QuickCheckThrowOnFailure();
    }

    private static Point Read(string json) => JsonSerializer.Deserialize(
        $$"""{"kind":"trial","point":{{json}},"trial":1,"warm_up":false,"position":0,"started_utc":"2026-01-01T00:00:00Z","status":"complete"}""",
        ResultJson.Default.JournalEntry).ShouldBeOfType<TrialResult>().Point;

    /// <summary>The entries as a journal gives them back.</summary>
    private static List<JournalEntry> Journaled(IEnumerable<Point> points) =>
    [
        .. points.Select(point => JsonSerializer.Deserialize(
            JsonSerializer.Serialize<JournalEntry>(
                new TrialResult
                {
                    Point = point,
                    Trial = 1,
                    WarmUp = false,
                    Position = 0,
                    StartedUtc = DateTimeOffset.UnixEpoch,
                    Status = TrialStatus.Complete,
                },
                ResultJson.Default.JournalEntry),
            ResultJson.Default.JournalEntry)!),
    ];
}
