using DbIngest.Analysis.Reproduce;
using DbIngest.Analysis.Tests.Fakes;
using DbIngest.Core.Plan;

namespace DbIngest.Analysis.Tests.Reproduce;

/// <summary>
/// Study 1 switched every index off. Some options prepare the table for single records also where none is read.
/// </summary>
public class Study1TableTests
{
    [Fact]
    public void OfStudy1_TablesForSingleRecords_AreLeftOutByName()
    {
        var one = At(50_000);
        Point[] places =
        [
            one,
            one with { Via = SweepAxes.ViaNone },
            one with { Freshness = ProbeRate.TryParse("10/s", out var probes) ? probes : null },
            one with { Freshness = ProbeRate.TryParse("none", out var never) ? never : null },
            one with { Queries = ProbeRate.TryParse("none", out var without) ? without : null },
            Point.Of(one.Axes.With(SweepAxes.Index, TableIndex.Key)),
            Point.Of(one.Axes.With(SweepAxes.Index, TableIndex.None)),
        ];

        Reproduction.OfStudy1([new FakeSweep { Databases = ["cassandra"], Places = places }.Summary]).Basis
            .Where(sentence => sentence.StartsWith("Not the study's protocol", StringComparison.Ordinal)).ShouldBe(
            [
                "Not the study's protocol: 1 point of cassandra (a table as for a service).",
                "Not the study's protocol: 1 point of cassandra (10 probes/s).",
                "Not the study's protocol: 1 point of cassandra (a table as for probes).",
                "Not the study's protocol: 1 point of cassandra (a table for single records with index key).",
                "Not the study's protocol: 1 point of cassandra (a table for single records with index none).",
            ]);
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
