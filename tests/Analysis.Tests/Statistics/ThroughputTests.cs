using DbIngest.Abstractions.Records;
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

    /// <summary>ln rates 230 apart: 12.7 x 230 / 2 either way, where exp(709) is the largest double.</summary>
    [Fact]
    public void Of_GeometricIntervalThatOverflows_IsNone()
    {
        var throughput = Throughput.Of([(1000, 1), (1000, 1e100)], 0.95);
        throughput.GeometricMeanRecordsPerS.ShouldBe(1e-47, 1e-52);
        throughput.GeometricIntervalRecordsPerS.ShouldBeNull();
    }

    /// <summary>
    /// Points of 30 trials of which each depends on the one before by 0.6: as if independent, 67 % of intervals cover; over
    /// 20,000 it is 92 % (docs/explanation/statistics.md), of which four standard deviations of 400 are 6 %.
    /// </summary>
    [Fact]
    public void IntervalOf_DependentTrials_CoversNearlyAsOftenAsItSays()
    {
        var random = new SplitMix64(17);
        int covered = 0;
        int plain = 0;
        for (int point = 0; point < 400; point++)
        {
            double[] times = new double[30];
            double noise = 0;
            for (int i = 0; i < times.Length; i++)
            {
                double fresh = Math.Sqrt(-2 * Math.Log(1 - random.NextDouble())) * Math.Cos(2 * Math.PI * random.NextDouble());
                noise = i == 0 ? fresh : (0.6 * noise) + (0.8 * fresh);
                times[i] = 1 + (0.05 * noise);
            }

            covered += Throughput.IntervalOf(1, times, 0.95)!.Value.Contains(1) ? 1 : 0;
            plain += StudentT.OfMean(SampleStatistics.Of(times), 0.95)!.Value.Contains(1) ? 1 : 0;
        }

        (covered / 400.0).ShouldBeInRange(0.86, 0.98);
        (plain / 400.0).ShouldBeLessThan(0.8);
    }

    [Fact]
    public void Of_DependentTrials_WidensEachIntervalAndSaysByHowMuch()
    {
        double[] times = [1.0, 1.01, 1.03, 1.04, 1.06, 1.05, 1.03, 1.01, 0.99, 0.98];
        var throughput = Throughput.Of([.. times.Select(t => (1000.0, t))], 0.95);
        double widening = EffectiveSize.Widening(times);
        widening.ShouldBeGreaterThan(1.5);
        throughput.IntervalWidening.ShouldBe(widening);
        var plain = StudentT.OfMean(SampleStatistics.Of(times), 0.95)!.Value;
        double half = (plain.High - plain.Low) / 2;
        (1000 / throughput.IntervalRecordsPerS!.Value.Low).ShouldBe(SampleStatistics.Of(times).Mean + (widening * half), 1e-9);
        var bootstrap = Bootstrap.OfMean(times, 0.95)!.Value.WidenedAround(SampleStatistics.Of(times).Mean, widening);
        (1000 / throughput.BootstrapIntervalRecordsPerS!.Value.High).ShouldBe(bootstrap.Low, 1e-9);

        Throughput.Of([.. new[] { 1.0, 1.2, 0.9, 1.1, 1.0, 0.95 }.Select(t => (1000.0, t))], 0.95).IntervalWidening
            .ShouldBeNull();
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
