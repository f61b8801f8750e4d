using DbIngest.Analysis.Reproduce;
using DbIngest.Analysis.Tests.Fakes;
using DbIngest.Core.Plan;

namespace DbIngest.Analysis.Tests.Reproduce;

/// <summary>Findings of study 1 on trials of which every record was acknowledged at a later attempt than its first.</summary>
public class Study1RetriedTests
{
    /// <summary>Such a point has figures and no throughput, so that it is no place of a line over N.</summary>
    [Fact]
    public void OfStudy1_PointOfRetriedRecordsAlone_DecidesNoFall()
    {
        var sweep = new FakeSweep
        {
            Databases = ["cassandra"],
            Trials = 1,
            WarmUp = 0,
            Places = [At(50_000), At(100_000), At(150_000)],
            Trial = trial => trial.Point.RecordsPerSource == 50_000
                ? trial with { RetriedRecords = trial.AcknowledgedRecords, RecordsPerS = 0 } : trial,
        };

        var falls = Reproduction.OfStudy1([sweep.Summary]).Findings
            .Single(finding => finding.Claim == "Cassandra's throughput falls with load.");

        (falls.Verdict, falls.Reason).ShouldBe(
            (FindingVerdict.NotMeasured, "Cassandra has figures at 2 N; a fall over N needs 3."));
    }

    private static Point At(long records) => new()
    {
        Database = "cassandra",
        Client = "driver",
        Durability = "full",
        Sources = SourceLayout.TryParse("5+3", out var layout) ? layout : SourceLayout.Single(8),
        RecordsPerSource = records,
        Batch = 1000,
        InFlight = 1,
        Values = 9,
        Nodes = 4,
    };
}
