using DbIngest.Abstractions.Records;
using DbIngest.Sources.Synthetic;

namespace DbIngest.Sources.Tests.Synthetic;

public class SyntheticWorkloadTests
{
    [Fact]
    public void Schema_NineValues_IsTheMeters() =>
        new SyntheticWorkload(1).Schema.ShouldBeSameAs(RecordSchema.ThreePhaseMeter);

    [Fact]
    public void Schema_FewerValues_AreTheFirst() =>
        new SyntheticWorkload(1, 4).Schema.Values.ShouldBe(RecordSchema.ThreePhaseMeter.Values.Take(4));

    [Fact]
    public void Schema_MostValues_NamedWithUnits()
    {
        var values = new SyntheticWorkload(1, RecordSchema.MaxValues).Schema.Values;
        values[9].ShouldBe(new ValueColumn("voltage_h3_l1", "V"));
        values[12].ShouldBe(new ValueColumn("current_h3_l1", "A"));
        values[9 + 143].ShouldBe(new ValueColumn("current_h49_l3", "A"));
        values[9 + 144].ShouldBe(new ValueColumn("aux_1", ""));
        values.Count.ShouldBe(RecordSchema.MaxValues);
    }

    [Theory]
    [InlineData(0)]
    [InlineData(1001)]
    public void Constructor_ValuesOutOfRange_Refused(int values) =>
        Should.Throw<ArgumentOutOfRangeException>(() => new SyntheticWorkload(1, values));

    [Fact]
    public void Facts_NameSeedAndVersion()
    {
        var facts = new SyntheticWorkload(ulong.MaxValue).Facts;
        facts["seed"].ShouldBe("18446744073709551615");
        facts["generator"].ShouldBe("synthetic-1");
        facts["cadence_s"].ShouldBe("1");
    }
}
