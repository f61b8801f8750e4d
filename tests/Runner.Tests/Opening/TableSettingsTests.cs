using DbIngest.Abstractions.Targets;
using DbIngest.Core.Plan;
using DbIngest.Runner.Opening;
using DbIngest.Runner.Options;
using DbIngest.Runner.Resuming;
using DbIngest.Runner.Verbs;
using DbIngest.Targets.Catalogue;

namespace DbIngest.Runner.Tests.Opening;

/// <summary>What a result says about the key of the table that was written.</summary>
public sealed class TableSettingsTests
{
    private const string Unique = "unique on source and sequence";

    private const string Because = ", because of --via, --index or --freshness";

    private const string OfHypertable = "a unique index of a hypertable includes the time";

    private const string OfMergeTree = "the primary key of a MergeTree orders rows and is not unique";

    /// <summary>The text of a database with a key must stay: <c>--resume</c> compares it with that of earlier versions.</summary>
    [Theory]
    [InlineData("postgres", Unique + Because)]
    [InlineData("sqlite+postgres", Unique + " in both databases" + Because)]
    [InlineData("clickhouse", "none: " + OfMergeTree)]
    [InlineData("questdb", "none: rows are deduplicated by timestamp, source and sequence together, and no index serves reads")]
    [InlineData("influxdb", "none: source and timestamp identify a point, and no index serves sequence numbers")]
    [InlineData("postgres+clickhouse", Unique + " of control data" + Because + "; none of the records: " + OfMergeTree)]
    public void AddTo_IndexWithQuestions_SaysWhetherTheTableHasAKey(string database, string text) =>
        Described(database, "--index=key", "--queries=10/s").Settings[TableKey.Setting].ShouldBe(text);

    [Theory]
    [InlineData("postgres", Unique + Because)]
    [InlineData("questdb", "none: rows are deduplicated by timestamp, source and sequence together, and no index serves reads")]
    public void AddTo_Freshness_SaysWhetherTheTableHasAKey(string database, string text) =>
        Described(database, "--freshness=10/s").Settings[TableKey.Setting].ShouldBe(text);

    /// <summary>An earlier version said of each database that its table has a unique key.</summary>
    [Theory]
    [InlineData("clickhouse", true)]
    [InlineData("influxdb", true)]
    [InlineData("postgres+questdb", true)]
    [InlineData("postgres", false)]
    public void Resume_TextOfAnEarlierVersion_IsAcceptedOnlyWithoutAKey(string database, bool isAccepted)
    {
        var now = Described(database, "--index=key", "--queries=10/s");
        var stored = now with
        {
            Settings = new Dictionary<string, string> { [TableKey.Setting] = "the text of an earlier version" },
        };

        TargetDifferences.Between([stored], [now]).Count.ShouldBe(isAccepted ? 0 : 1);
    }

    /// <summary>The endpoint's options are compared beside the setting, which an earlier version wrote in other words.</summary>
    [Theory]
    [InlineData("postgres", "none: " + OfHypertable)]
    [InlineData("sqlite+postgres", Unique + " of control data" + Because + "; none of the records: " + OfHypertable)]
    public void AddTo_OptionOfTheEndpointThatLeavesNoKey_SaysWhyAndIsResumed(string database, string text)
    {
        var opened = Opened(database) with { NoKeyReasons = new Dictionary<string, string> { ["postgres"] = OfHypertable } };
        var now = WithTable(opened, database, "--index=key", "--queries=10/s");

        now.Settings[TableKey.Setting].ShouldBe(text);
        TargetDifferences.Between([WithTable(Opened(database), database, "--index=key", "--queries=10/s")], [now])
            .ShouldBeEmpty();
    }

    private static TargetDescription Described(string database, params string[] options) =>
        WithTable(Opened(database), database, options);

    private static TargetDescription WithTable(TargetDescription opened, string database, params string[] options)
    {
        var request = new SweepRequestReader(TargetCatalog.All, static _ => null)
            .Read((RunOptions)CommandReader.Read([$"--db={database}", .. options]).Options!);
        var key = request.On(SweepAxes.Index) is [var index] ? AxisValues.None.With(SweepAxes.Index, index) : AxisValues.None;
        return TableSettings.AddTo(
            request, TargetCatalog.Find(database), opened with { Client = request.Databases[0].Clients[0] }, key);
    }

    private static TargetDescription Opened(string database) => new()
    {
        Database = database,
        Client = WriteClient.Wire,
        ServerVersion = "1",
        DriverVersion = "1",
        Durability = "any",
        DurabilityMeaning = "Survives nothing.",
        Endpoint = "db1",
        Placement = "remote",
        Configuration = TargetDescription.FoundConfiguration,
        Settings = new Dictionary<string, string>(),
    };
}
