using DbIngest.Runner.Verbs;

namespace DbIngest.Runner.Tests.Pilots;

public class PlanTableTests
{
    /// <summary>The program had ended with a fault of its own.</summary>
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
}
