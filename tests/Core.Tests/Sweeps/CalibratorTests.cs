using DbIngest.Core.Pipeline;
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
}
