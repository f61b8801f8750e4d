using DbIngest.Abstractions.Targets;
using DbIngest.Analysis.Reproduce;
using DbIngest.Analysis.Tests.Fakes;
using DbIngest.Core.Operations;
using DbIngest.Core.Plan;
using DbIngest.Core.Tests.Fakes;

namespace DbIngest.Analysis.Tests.Reproduce;

/// <summary>Points with a value on an axis that a study does not have, for every axis, those to come included.</summary>
public class OtherAxesTests
{
    /// <summary>
    /// Axes on which a study judges points whatever their value, and in study 1 those of points with a mix or a service, which
    /// depart by these.
    /// </summary>
    private static readonly Dictionary<int, Axis[]> Judged = new()
    {
        [1] =
        [
            SweepAxes.Operations, SweepAxes.ClientThreads, SweepAxes.ServiceThreads, SweepAxes.ServiceConnections,
            SweepAxes.ServiceHttp,
        ],
        [2] = [],
        [3] =
        [
            SweepAxes.Duration, SweepAxes.Operations, SweepAxes.ServiceThreads, SweepAxes.ServiceConnections, SweepAxes.Restart,
        ],
        [4] = [SweepAxes.Duration, SweepAxes.Operations, SweepAxes.ServiceThreads],
    };

    /// <summary>The user's choice of what is measured.</summary>
    private static readonly Axis[] OfTheStore = [SweepAxes.Options, SweepAxes.Side, SweepAxes.Deployment];

    /// <summary>Without the nodes, which need a target that was opened for them, and have tests with one.</summary>
    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(3)]
    [InlineData(4)]
    public void OfStudy_AValueThatTheStudyDoesNotHave_IsLeftOutByName(int study)
    {
        var one = PointOf(study);
        LeftOut(study, one).ShouldBeEmpty();

        SweepAxes.All.Where(axis => axis.IsOptional && axis != SweepAxes.Nodes)
            .Where(axis => LeftOut(study, Point.Of(one.Axes.With(axis, ValueOf(axis)))).Length == 0)
            .ShouldBe([.. Judged[study], .. OfTheStore], ignoreOrder: true);
    }

    /// <summary>A value that does what its absence does leaves a point with the study.</summary>
    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(3)]
    [InlineData(4)]
    public void OfStudy_AValueThatChangesNothing_IsJudged(int study)
    {
        var axes = SweepAxes.All.Where(axis => axis.TextAsAbsent is not null && axis != SweepAxes.Nodes).ToList();
        axes.Count.ShouldBeGreaterThan(9);

        foreach (var axis in axes)
        {
            axis.TryRead(axis.TextAsAbsent!, out object? value).ShouldBeTrue(axis.Name);
            LeftOut(study, Point.Of(PointOf(study).Axes.With(axis, value))).ShouldBeEmpty(axis.Name);
        }
    }

    private static object ValueOf(Axis axis) => axis == SweepAxes.Index ? TableIndex.Time
        : axis == SweepAxes.ServiceHttp ? ServiceHttp.Version2 : AxisSamples.Of(axis, 5);

    private static string[] LeftOut(int study, Point point)
    {
        var summary = new FakeSweep
        {
            Databases = [point.Database],
            Places = [point],
            Trials = 4,
            WarmUp = 1,
            Target = target => target with { Model = DataModel.Document },
        }.Summary;
        var reproduction = study switch
        {
            1 => Reproduction.OfStudy1([summary]),
            2 => Reproduction.OfStudy2([summary]),
            3 => Reproduction.OfStudy3([summary]),
            _ => Reproduction.OfStudy4([summary]),
        };
        return [.. reproduction.Basis.Where(text => text.StartsWith("Not the study's protocol", StringComparison.Ordinal))];
    }

    /// <summary>A point with the protocol of a study.</summary>
    private static Point PointOf(int study)
    {
        var one = new Point
        {
            Database = study == 1 ? "cassandra" : "mongodb",
            Client = "driver",
            Durability = "full",
            Sources = SourceLayout.Single(study == 1 ? 8 : 1),
            RecordsPerSource = 10_000,
            Batch = 100,
            InFlight = study == 2 ? 32 : 10,
            Values = 9,
        };
        return study switch
        {
            1 => one with { Nodes = 4 },
            2 => one with { Mix = Mix("study2-a") },
            3 => one with { Mix = Mix("study3-rh"), Via = SweepAxes.ViaService },
            _ => one with
            {
                Mix = Mix("study4-get"),
                Via = SweepAxes.ViaService,
                ServiceThreads = "async",
                ServiceConnections = 10,
                Rate = ArrivalRate.TryParse("300", out var rate) ? rate : null,
            },
        };
    }

    private static OperationMix Mix(string name) => OperationMix.TryParse(name, out var mix) ? mix
        : throw new ArgumentException(name);
}
