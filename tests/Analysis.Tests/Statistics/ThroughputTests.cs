using DbIngest.Analysis.Statistics;
using FsCheck;
using FsCheck.Fluent;

namespace DbIngest.Analysis.Tests.Statistics;

public class ThroughputTests
{
    [Fact]
    public void Of_OneFastAndOneSlowTrial_AveragesTimesNotRates()
    {
        // 100 records in 1 s and in 4 s: 200 records in 5 s are 40/s, while the rates 100/s and 25/s average to 62.5/s.
        var throughput = Throughput.Of([(100, 1), (100, 4)], 0.95);
        throughput.RecordsPerS.ShouldBe(40, 1e-12);
        throughput.RatesRecordsPerS.Mean.ShouldBe(62.5, 1e-12);
        throughput.GeometricMeanRecordsPerS.ShouldBe(50, 1e-12);

        // The interval of the time reaches below 0 s: its throughput would be unbounded.
        throughput.IntervalRecordsPerS.ShouldBeNull();
    }

    [Fact]
    public void Of_Interval_IsTheTimesIntervalMapped()
    {
        double[] times = [1.0, 1.1, 0.9, 1.05, 0.95];
        var time = StudentT.OfMean(SampleStatistics.Of(times), 0.99)!.Value;
        var interval = Throughput.Of([.. times.Select(t => (1000.0, t))], 0.99).IntervalRecordsPerS!.Value;
        interval.Low.ShouldBe(1000 / time.High, 1e-9);
        interval.High.ShouldBe(1000 / time.Low, 1e-9);
    }

    [Fact]
    public void Of_AnyTimes_MeanOfRatesIsNeverBelow()
    {
        var times = ArbMap.Default.ArbFor<PositiveInt[]>().Filter(values => values.Length > 0);
        Prop.ForAll(times, values =>
        {
            var throughput = Throughput.Of([.. values.Select(value => (1000.0, (double)value.Get))], 0.95);
            return throughput.RecordsPerS <= throughput.GeometricMeanRecordsPerS * (1 + 1e-12)
                && throughput.GeometricMeanRecordsPerS <= throughput.RatesRecordsPerS.Mean * (1 + 1e-12);
        }).QuickCheckThrowOnFailure();
    }

    [Fact]
    public void Of_TwoTrialsFarApart_HasNoNegativeBound()
    {
        var throughput = Throughput.Of([(1000, 1), (1000, 4)], 0.95);
        throughput.MeanOfRatesIntervalRecordsPerS.ShouldBeNull();
        throughput.IntervalRecordsPerS.ShouldBeNull();
    }
}
