using DbIngest.Abstractions.Records;
using DbIngest.Sources.Synthetic;

namespace DbIngest.Sources.Tests.Synthetic;

public class MeterPlausibilityTests
{
    private const int Day = 86_400;

    [Fact]
    public void Fill_TenDays_ValuesPlausible()
    {
        var batch = SyntheticSourceTests.Filled(9, 4, SyntheticSource.WidestRows, 0, 10 * Day);
        batch.Values.All(double.IsFinite).ShouldBeTrue();
        batch.Values.ShouldNotContain(value => value == 0 && double.IsNegative(value));
        for (int row = 0; row < batch.Count; row++)
        {
            bool calm = batch.Qualities[row] == (uint)RecordQuality.Good;
            double power = 0;
            for (int phase = 0; phase < 3; phase++)
            {
                double voltage = batch.Column(phase)[row];
                double current = batch.Column(3 + phase)[row];
                (voltage >= (calm ? 207 : 0) && voltage <= (calm ? 253 : 300)).ShouldBeTrue();
                (current >= 0 && current <= 80).ShouldBeTrue();
                power += voltage * current;
            }

            // |S|^2 = P^2 + Q^2 holds for each phase; over the three the angles differ a little.
            double active = batch.Column(6)[row];
            double reactive = batch.Column(7)[row];
            double apparent = Math.Sqrt((active * active) + (reactive * reactive));
            (apparent >= 0.93 * power && apparent <= power * 1.000001).ShouldBeTrue();
            (active >= 0.8 * power * 0.999999).ShouldBeTrue();
            (Math.Abs(batch.Column(8)[row] - 50) <= 0.1).ShouldBeTrue();
        }
    }

    [Fact]
    public void Fill_ElevenDays_EventsRareAndMarked()
    {
        var batch = SyntheticSourceTests.Filled(9, 1, SyntheticSource.WidestRows, 0, 11 * Day);
        int marked = batch.Qualities.AsSpan(0, batch.Count).Count((uint)RecordQuality.Event);
        marked.ShouldBeInRange(40, 400);
        int disturbed = 0;
        int interrupted = 0;
        for (int row = 0; row < batch.Count; row++)
        {
            for (int phase = 0; phase < 3; phase++)
            {
                double voltage = batch.Column(phase)[row];
                if (voltage is < 207 or > 247)
                {
                    disturbed++;
                    batch.Qualities[row].ShouldBe((uint)RecordQuality.Event);
                }

                interrupted += voltage == 0 ? 1 : 0;
            }
        }

        disturbed.ShouldBeGreaterThan(marked / 2);
        interrupted.ShouldBeGreaterThan(0);
    }

    [Fact]
    public void Fill_Day_EveningAboveNight()
    {
        var batch = SyntheticSourceTests.Filled(9, 0, SyntheticSource.WidestRows, 0, 10 * Day);
        double Mean(int hour) => Enumerable.Range(0, 10)
            .SelectMany(day => Enumerable.Range((day * Day) + (hour * 3600), 3600))
            .Average(row => batch.Column(6)[row]);
        double night = Mean(3);
        Mean(19).ShouldBeGreaterThan(2 * night);
        Mean(7).ShouldBeGreaterThan(1.5 * night);
        Mean(19).ShouldBeGreaterThan(Mean(14));
    }

    [Fact]
    public void Fill_Timestamps_OneSecondApartAndOffsetBySource()
    {
        var first = SyntheticSourceTests.Filled(9, 0, 1, 100, 1_001);
        var second = SyntheticSourceTests.Filled(9, 1, 1, 100, 1_001);
        for (int row = 1; row < first.Count; row++)
        {
            (first.Timestamps[row] - first.Timestamps[row - 1]).ShouldBe(1_000_000);
        }

        long offset = first.Timestamps[0] - SyntheticWorkload.EpochMicroseconds - 100_000_000;
        offset.ShouldBeInRange(0, 999_999);
        second.Timestamps[0].ShouldNotBe(first.Timestamps[0]);
    }

    [Fact]
    public void Fill_Noise_ReachesTheLastBit()
    {
        // About half of all mantissas are odd (rounding to even takes some from sums); none of a quantised value's would be.
        var batch = SyntheticSourceTests.Filled(9, 0, 1, 0, 10_000);
        for (int column = 0; column < 9; column++)
        {
            double odd = batch.Column(column).ToArray().Average(value => BitConverter.DoubleToInt64Bits(value) & 1);
            odd.ShouldBeInRange(0.35, 0.55);
        }
    }
}
