using DbIngest.Core.Measurement;
using FsCheck;
using FsCheck.Fluent;

namespace DbIngest.Core.Tests.Measurement;

public sealed class ClockEstimateTests
{
    // RFC 5905's figure 2 with T1 = 100, T2 = 1250, T3 = 1260, T4 = 210: offset ((1150) + (1050)) / 2, delay 110 - 10.
    [Fact]
    public void Of_OneExchange_IsNtpsOffsetAndHalfItsDelay() =>
        ClockEstimate.Of([new ClockExchange(100, 1250, 1260, 210)]).ShouldBe(new ClockEstimate(1100, 50));

    [Fact]
    public void Of_Several_TakesTheOneWithTheSmallestRoundTrip() =>
        ClockEstimate.Of([new(0, 900, 900, 500), new(1000, 1103, 1103, 1006), new(2000, 2700, 2700, 2800)])
            .ShouldBe(new ClockEstimate(100, 3));

    /// <summary>
    /// Whatever the ways there and back take, however far apart the clocks are: the truth lies within the error.
    /// </summary>
    [Fact]
    public void Of_AnyDelays_TheTruthIsWithinTheError()
    {
        var cases = ArbMap.Default.GeneratorFor<long>().Select(o => o / 4)
            .SelectMany(offset => Gen.Choose(0, 1_000_000).Four().ListOf(ClockEstimate.Exchanges).Select(ways => (offset, ways)));
        Prop.ForAll(cases.ToArbitrary(), x =>
        {
            long now = 1_000;
            var exchanges = x.ways.Select(way =>
            {
                var (there, thinking, back, pause) = way;
                long asked = now += pause;
                long received = asked + there;
                long answered = received + thinking;
                now = answered + back;
                return new ClockExchange(asked, received + x.offset, answered + x.offset, now);
            }).ToList();
            var estimate = ClockEstimate.Of(exchanges);
            return Math.Abs((decimal)estimate.Offset - x.offset) <= estimate.Error + 1;
        }).QuickCheckThrowOnFailure();
    }
}
