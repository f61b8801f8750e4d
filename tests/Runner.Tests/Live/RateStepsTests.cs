using DbIngest.Runner.Live;

namespace DbIngest.Runner.Tests.Live;

public class RateStepsTests
{
    [Fact]
    public void Steps_AreTheDifferencesOfCounts()
    {
        var steps = new RateSteps();
        steps.Add(0, 0);
        steps.Add(0.001, 50);
        steps.Add(1, 100);
        steps.Add(1.1, 105);
        steps.Add(3, 500);
        steps.Steps().ShouldBe([(1, 100), (3, 200)]);
        steps.Clear();
        steps.Steps().ShouldBeEmpty();
    }

    [Fact]
    public void Steps_OfALongTrial_StayFewAndKeepTheirRates()
    {
        var steps = new RateSteps();
        for (int second = 1; second <= 100_000; second++)
        {
            steps.Add(second, 7L * second);
        }

        steps.Steps().Count.ShouldBeInRange(RateSteps.Most / 2, RateSteps.Most);
        steps.Steps().ShouldAllBe(step => Math.Abs(step.Rate - 7) < 1e-6);
        steps.Steps()[^1].AtS.ShouldBeGreaterThan(99_000);
    }
}
