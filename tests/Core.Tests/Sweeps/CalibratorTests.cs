using DbIngest.Core.LateRecords;
using DbIngest.Core.Pipeline;
using DbIngest.Core.Plan;
using DbIngest.Core.Results;
using DbIngest.Core.Sweeps;
using DbIngest.Core.Tests.Fakes;

namespace DbIngest.Core.Tests.Sweeps;

public sealed class CalibratorTests
{
    [Theory]
    [InlineData(1)]
    [InlineData(4)]
    public void Run_Cold_HasAsFewRunsAsGiveAnIntervalAndSmallOnes(int sources)
    {
        using var ceiling = new CeilingTarget();
        using var workload = new CountingWorkload();
        var calibrator = new Calibrator(new IngestPipeline(), ceiling) { Warming = TimeSpan.Zero };
        var key = CalibrationKey.Of(Points.Of(sources, batch: 100));

        var result = calibrator.Run(key, workload, CancellationToken.None);

        result.Key.ShouldBe(key);
        result.IsWarm.ShouldBe(false);
        result.RunsRecordsPerS.Count.ShouldBe(6);
        ceiling.Table!.RecordsPerSource.ShouldBe(20_000 / sources);
        result.Precision.ShouldNotBeNull();
        result.RecordsPerS.ShouldBeGreaterThan(0);
    }

    /// <summary>A run is over before the values are due, so that records without them would pass for the client's work.</summary>
    [Fact]
    public void Run_PointThatAddsValues_WritesEachRecordWithThem()
    {
        using var ceiling = new CeilingTarget();
        using var inner = new CountingWorkload();
        AddedValues.TryParse("3@20s", out var added).ShouldBeTrue();
        var point = Points.Of(sources: 1, batch: 100) with { AddedValues = added };
        var workload = new StreamWorkloads().Of(inner, point, seed: 7, records: 20_000);
        var calibrator = new Calibrator(new IngestPipeline(), ceiling) { Warming = TimeSpan.Zero };

        var result = calibrator.Run(CalibrationKey.Of(point), workload, CancellationToken.None);

        result.Key.ShouldBe(CalibrationKey.Of(point), "results of earlier versions have the same key");
        ceiling.LeastValues.ShouldBe(inner.Schema.ValueCount + 3);
        ceiling.Table!.Schema.ValueCount.ShouldBe(inner.Schema.ValueCount + 3);
    }
}
