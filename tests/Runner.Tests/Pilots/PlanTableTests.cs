using DbIngest.Core.Operations;
using DbIngest.Core.Plan;
using DbIngest.Runner.Verbs;

namespace DbIngest.Runner.Tests.Pilots;

public class PlanTableTests
{
    /// <summary><c>plan</c> had ended with an overflow and exit code 70.</summary>
    [Fact]
    public void TableOf_TimeBeyondATimeSpan_IsBounded()
    {
        var plan = new PlanReport(1, 1, 1_000_000_000_000, 0, EstimatedS: 1e12, null, null, null, [], [])
        {
            MostTrials = 2,
            MostS = 2e12,
        };

        var table = PlanVerb.TableOf(plan);

        table.Title.ShouldEndWith("; about 10,000 years or more");
        table.Notes.ShouldContain(note => note.EndsWith("2 at most, about 10,000 years or more.", StringComparison.Ordinal));
    }

    /// <summary>The operations of a mix had been called records.</summary>
    [Fact]
    public void TableOf_Mix_CountsOperations()
    {
        var mix = AxisValues.None.With(SweepAxes.Mix, OperationMix.TryParse("read=1", out var parsed) ? parsed : null);
        var target = new PlanTarget(mix, 1, 1000, 0, 0, 1, 0);
        var table = PlanVerb.TableOf(new PlanReport(1, 2, 3000, 0, 1, null, null, null, [], [target]));

        table.Title.ShouldContain(" 3,000 operations, ");
        table.Headers.ShouldContain("pilot operations/s");
        table.Rows.Single()[0].ShouldBe("read=1");
    }
}
