using DbIngest.Core.Operations;
using DbIngest.Core.Plan;
using DbIngest.Runner.Pilots;

namespace DbIngest.Runner.Tests.Pilots;

public class PilotCostTests
{
    /// <summary>10 bytes a record: of 1,000 that are loaded, and of those that 2,000 operations insert or change.</summary>
    [Theory]
    [InlineData("read=100", 1, 10_000)]
    [InlineData("read=50,find=25,scan=20,delete=5", 1, 10_000)]
    [InlineData("read=50,update=50", 100, 20_000)]
    [InlineData("insert=50,read=50", 100, 1_010_000)]
    public void DiskBytes_Mix_CountsWhatItsOperationsWrite(string mix, int batch, double bytes)
    {
        var cost = new PilotCost(
            FixedS: 0,
            PerRecordS: 0,
            LoadPerRecordS: 0,
            RecordsPerS: 0,
            StoredBytesPerRecord: 8,
            LogBytesPerRecord: 2,
            BaselineBytes: 0);
        cost.DiskBytes(new Point
        {
            Database = "sqlite",
            Client = "driver",
            Durability = "full",
            Sources = SourceLayout.Single(1),
            RecordsPerSource = 1000,
            Batch = batch,
            InFlight = 1,
            Values = 9,
            OperationsPerSource = 2000,
            Mix = OperationMix.TryParse(mix, out var parsed) ? parsed : null,
        }).ShouldBe(bytes, 1e-6);
    }
}
