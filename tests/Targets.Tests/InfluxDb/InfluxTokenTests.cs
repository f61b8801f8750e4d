using System.Text.Json;
using DbIngest.Abstractions.Operations;
using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.InfluxDb;

namespace DbIngest.Targets.Tests.InfluxDb;

/// <summary>Versions 2 and 3 by token, at the endpoint of the tests.</summary>
public sealed class InfluxTokenTests
{
    private static readonly InfluxDefinition Definition = new();

    [Theory]
    [InlineData(2, "", "InfluxDB 2.7.11")]
    [InlineData(2, "gzip=true&shard_duration=1d&org=dbingest-org", "InfluxDB 2.7.11")]
    [InlineData(3, "", "InfluxDB 3 Core 3.10.0")]
    [InlineData(3, "gzip=true", "InfluxDB 3 Core 3.10.0")]
    public void Trial_EachVersion_IsStoredExactlyAndTellsNoToken(int version, string options, string product)
    {
        using var server = new InfluxStandIn(version);
        using var target = Open(server, options);
        var workload = new PatternWorkload(9, Definition.Timestamps);
        var table = Trial.Table(workload, 3, 1000);
        target.Prepare(table);

        Trial.WriteAll(target, workload, table, batch: 300);
        target.Settle(CancellationToken.None);

        Trial.Audit(target, workload, table).Findings.ShouldBeEmpty();
        target.MeasureSpace().DataBytes.ShouldBeGreaterThan(0);
        using (var writer = target.OpenWriter(1))
        {
            writer.Recover(Trial.Batch(workload, 1, 900, 100)).ShouldBe(BatchFate.Stored);
            writer.Recover(Trial.Batch(workload, 1, 950, 100)).ShouldBe(BatchFate.Absent);
        }

        var description = target.Describe();
        description.ServerVersion.ShouldBe(product);
        (JsonSerializer.Serialize(description) + target.AttachEndpoint).ShouldNotContain(InfluxStandIn.Token[..6]);
        target.Clean();
        Trial.Audit(Prepared(target, table), workload, table).StoredRecords.ShouldBe(0);
    }

    /// <summary>
    /// A run describes its targets before the first trial makes the database, and a resumed one while the database of the
    /// interrupted trial is there: version 3 refused the first, and told the second something else.
    /// </summary>
    [Theory]
    [InlineData(2)]
    [InlineData(3)]
    public void Describe_WithoutAndWithADatabase_IsTheSame(int version)
    {
        using var server = new InfluxStandIn(version);
        using var target = Open(server, string.Empty);
        var before = target.Describe();
        var workload = new PatternWorkload(2, Definition.Timestamps);
        var table = Trial.Table(workload, 1, 100);
        target.Prepare(table);
        Trial.WriteAll(target, workload, table, batch: 100);
        using var resumed = Open(server, string.Empty);

        var now = resumed.Describe();

        now.Settings.ToList().ShouldBe(before.Settings.ToList());
        now.Configuration.ShouldBe(before.Configuration);
    }

    /// <summary>
    /// Version 3 has no column for a value that no record has yet, and refuses a statement that names one. Any record may bring
    /// it, so the columns are asked for before each read until there is one for each value.
    /// </summary>
    [Fact]
    public void Read_ValueThatNoRecordHasYet_IsMissingUntilARecordBringsIt()
    {
        using var server = new InfluxStandIn(3);
        using var target = Open(server, string.Empty);
        var workload = new PatternWorkload(2, Definition.Timestamps);
        target.Prepare(Trial.Table(workload, 1, 2));
        using var writer = target.OpenWriter(0);
        var lacking = One(workload, 0, double.NaN);
        var whole = One(workload, 1, 2.5);

        writer.Write(lacking);
        HashOfStored(writer, 0).ShouldBe(RecordHash.OfRow(lacking, 0, new double[2]));
        writer.Write(whole);
        HashOfStored(writer, 1).ShouldBe(RecordHash.OfRow(whole, 0, new double[2]));
        HashOfStored(writer, 0).ShouldBe(RecordHash.OfRow(lacking, 0, new double[2]));

        server.Requests.Count(request => request == "GET /api/v3/query_sql").ShouldBe(2 + 2 + 1);
    }

    [Theory]
    [InlineData(2)]
    [InlineData(3)]
    public void Prepare_WrongToken_SaysTheRemedyAndNoSecret(int version)
    {
        using var server = new InfluxStandIn(version);

        var error = Should.Throw<TargetException>(() => Open(server, string.Empty, "a-guess-17")
            .Prepare(Trial.Table(new PatternWorkload(2), 1, 1)));

        error.Message.ShouldContain("DBINGEST_INFLUXDB_PASSWORD");
        error.Message.ShouldContain("token");
        error.ToString().ShouldNotContain("a-guess-17");
    }

    /// <summary>The server drops a field of this name and acknowledges the point.</summary>
    [Theory]
    [InlineData(2)]
    [InlineData(3)]
    public void Prepare_ValueNamedTime_IsRefused(int version)
    {
        using var server = new InfluxStandIn(version);
        using var target = Open(server, string.Empty);

        Should.Throw<TargetException>(() => target.Prepare(new(new RecordSchema([new("time", "s")]), 1, 1))).Message
            .ShouldContain("another name");
    }

    [Theory]
    [InlineData(2)]
    [InlineData(3)]
    public void Prepare_TokenThatMayNotMakeDatabases_SaysSo(int version)
    {
        using var server = new InfluxStandIn(version) { MayConfigure = false };
        using var target = Open(server, string.Empty);

        Should.Throw<TargetException>(() => target.Prepare(Trial.Table(new PatternWorkload(2), 1, 1))).Message
            .ShouldContain("may make and drop the database or bucket");
    }

    [Theory]
    [InlineData(2, "bucket")]
    [InlineData(3, "database not found")]
    public void Write_BucketThatIsGone_IsRefusedForGoodAndNamed(int version, string words)
    {
        using var server = new InfluxStandIn(version);
        using var target = Open(server, string.Empty);
        var workload = new PatternWorkload(2, Definition.Timestamps);
        target.Prepare(Trial.Table(workload, 1, 100));
        using var writer = target.OpenWriter(0);
        target.Clean();

        var error = Should.Throw<BatchWriteException>(() => writer.Write(Trial.Batch(workload, 0, 0, 100)));

        (error.IsTransient, error.IsAmbiguous).ShouldBe((false, false));
        error.Message.ShouldContain(words);
    }

    [Theory]
    [InlineData("org=nobody", new[] { "a", "b" }, "named nobody")]
    [InlineData("", new[] { "a", "b" }, "several organisations (a, b)")]
    public void Prepare_OrganisationThatIsNotClear_SaysWhichOption(string options, string[] seen, string words)
    {
        using var server = new InfluxStandIn(2) { Organisations = seen };
        using var target = Open(server, options);

        var error = Should.Throw<TargetException>(() => target.Prepare(Trial.Table(new PatternWorkload(2), 1, 1)));

        error.Message.ShouldContain(words);
        error.Message.ShouldContain("org=NAME");
    }

    [Fact]
    public void Open_Version3WithTheContractOfVersion1_NamesTheOneThatItKeeps()
    {
        using var server = new InfluxStandIn(3);

        Should.Throw<TargetException>(() => Open(server, string.Empty, durability: "fsync")).Message
            .ShouldContain("--durability stored");
    }

    [Fact]
    public void Open_PrivateServerWithTheContractOfVersion3_SaysThatThereIsNone() =>
        Should.Throw<TargetException>(
            () => Definition.Open(
            new TargetOptions { WorkFolder = Path.GetTempPath(), Endpoint = "?cache=256M", Durability = "stored" })).Message
            .ShouldContain("version 3");

    private static RecordBatch One(PatternWorkload workload, long sequence, double second)
    {
        var batch = Trial.Batch(workload, 0, sequence, 1);
        batch.Column(0)[0] = 1.5;
        batch.Column(1)[0] = second;
        return batch;
    }

    private static ulong HashOfStored(IBatchWriter writer, long sequence)
    {
        var found = new ReadTally();
        ((IRecordReads)writer).Read(0, sequence, found);
        return found.Checksum;
    }

    private static ITarget Prepared(ITarget target, TrialTable table)
    {
        target.Prepare(table);
        return target;
    }

    private static ITarget Open(InfluxStandIn server, string options, string token = InfluxStandIn.Token,
        string? durability = null) => Definition.Open(new TargetOptions
        {
            WorkFolder = Path.GetTempPath(),
            Endpoint = $"http://127.0.0.1:{server.Port}{(options.Length > 0 ? "?" + options : string.Empty)}",
            Password = new Secret(token),
            Durability = durability ?? (server.Version == 3 ? "stored" : "fsync"),
            RequestTimeout = TimeSpan.FromSeconds(20),
        });
}
