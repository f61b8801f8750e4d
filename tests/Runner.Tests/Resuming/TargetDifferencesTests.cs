using DbIngest.Abstractions.Targets;
using DbIngest.Runner.Resuming;

namespace DbIngest.Runner.Tests.Resuming;

public class TargetDifferencesTests
{
    [Fact]
    public void Between_AnotherSetting_IsNamedWithBothValues() =>
        TargetDifferences.Between([Of("on", "8 MB")], [Of("off", "8 MB")])
            .ShouldBe(["sqlserver: the setting flush is off, and was on"]);

    /// <summary>A file of a database that was there before the run grows with the trials.</summary>
    [Fact]
    public void Between_SettingThatTrialsChange_IsNoDifference()
    {
        var grown = Of("on", "1352 MB");

        TargetDifferences.Between([Of("on", "8 MB")], [grown with { ChangingSettings = ["file"] }]).ShouldBeEmpty();
        TargetDifferences.Between([Of("on", "8 MB")], [grown]).ShouldHaveSingleItem();
    }

    private static TargetDescription Of(string flush, string file) => new()
    {
        Database = "sqlserver",
        Client = "driver",
        ServerVersion = "1",
        DriverVersion = "1",
        Durability = "full",
        DurabilityMeaning = "Survives a power cut.",
        Endpoint = "db1",
        Placement = "remote",
        Configuration = TargetDescription.FoundConfiguration,
        Settings = new Dictionary<string, string> { ["flush"] = flush, ["file"] = file },
    };
}
