using DbIngest.Wire.Pg;

namespace DbIngest.Wire.Tests.Pg;

public sealed class PgRowTests
{
    /// <summary>Another program stored it: the server keeps to its protocol.</summary>
    [Fact]
    public void Int32_Null_IsAFaultOfTheRow() =>
        Should.Throw<PgRowException>(() => new PgRow(new WireReader([0, 1, 255, 255, 255, 255])).Int32())
            .Message.ShouldContain("NULL");

    [Fact]
    public void Double_Null_IsAMissingValue() =>
        new PgRow(new WireReader([0, 1, 255, 255, 255, 255])).Double().ShouldBe(double.NaN);
}
