using System.Text.Json;
using DbIngest.Abstractions.Targets;
using DbIngest.Core.Pipeline;
using DbIngest.Core.Results;
using DbIngest.Targets.ClickHouse;
using DbIngest.Targets.Servers;
using DbIngest.Targets.Tests.Cassandra;
using DbIngest.Targets.Tests.Http;
using DbIngest.Targets.Tests.Servers;
using DbIngest.Wire.Http;

namespace DbIngest.Targets.Tests.ClickHouse;

/// <summary>Misfortunes in the middle of a trial: no false figure, no record lost or twice.</summary>
[Collection("clickhouse")]
[Needs("clickhouse")]
public sealed class ClickHouseFaultTests(ClickHouseFixture fixture)
{
    [Theory]
    [InlineData(WriteClient.Wire)]
    [InlineData(WriteClient.Driver)]
    public void Run_ThroughTls_IsCompleteAndOtherCertificatesAreRefused(string client) =>
        EncryptedTrial.Run(fixture, client: client);

    /// <summary>
    /// The server may have a request in its socket that it reads only after the client has asked what became of it.
    /// </summary>
    [Theory]
    [InlineData(WriteClient.Wire)]
    [InlineData(WriteClient.Driver)]
    public void Recover_InsertionThatTheServerReadsLater_StoresNothing(string client)
    {
        var workload = new PatternWorkload(3);
        var table = Trial.Table(workload, 1, 200);
        using var target = fixture.Open($"{fixture.Endpoint}?table=fenced", client: client);
        target.Prepare(table);
        using var writer = target.OpenWriter(0);
        writer.Write(Trial.Batch(workload, 0, 0, 100));
        var late = ((ClickHouseWriter)writer).Insertions;

        writer.Recover(Trial.Batch(workload, 0, 100, 100)).ShouldBe(BatchFate.Absent);

        Should.Throw<HttpStatusException>(() => late.Insert(Trial.Batch(workload, 0, 100, 100))).Text.ShouldContain("readonly");
        writer.Write(Trial.Batch(workload, 0, 100, 100));
        Trial.Audit(target, workload, table).Findings.ShouldBeEmpty();
        target.Clean();
    }

    [Fact]
    [Needs("mount")]
    public void Run_DiskFull_HasNoFigureAndTheNextTrialIsComplete()
    {
        FullDisk.Run(new ClickHouseDefinition(), "?settle=idle", 20_000);
    }

    [Theory]
    [InlineData(WriteClient.Wire, "")]
    [InlineData(WriteClient.Wire, "&group=true")]
    [InlineData(WriteClient.Driver, "")]
    public async Task Run_ServerKilledAndBack_IsCompleteWithEachRecordOnce(string client, string options)
    {
        using var target = (IServerTarget)fixture.Open("?settle=optimize" + options, client: client);

        var result = await RestartedTrial.RunAsync(target);

        result.Status.ShouldBe(TrialStatus.Complete, $"{result.Error} {string.Join("; ", result.Audit?.Findings ?? [])}");
        result.Audit!.StoredRecords.ShouldBe(32_000);
        result.Audit.DuplicateRecords.ShouldBe(0);
        result.Retries.ShouldBeGreaterThan(0);
        target.Describe().Settings["settled_by"].ShouldContain("OPTIMIZE");
        target.Describe().Client.ShouldBe(client);
        target.Describe().DriverVersion.ShouldStartWith(client == WriteClient.Driver ? "ClickHouse.Driver 1." : "DbIngest ");
    }

    [Theory]
    [InlineData(WriteClient.Wire)]
    [InlineData(WriteClient.Driver)]
    public void Run_TableDropped_IsNoCompleteTrial(string client)
    {
        using var target = fixture.Open($"{fixture.Endpoint}?table=dropped", client: client);

        var result = DisturbedTrial.Run(target, 2000, () => target.Clean(), new RetryOptions(1, TimeSpan.FromMilliseconds(50)));

        result.Status.ShouldNotBe(TrialStatus.Complete);
        result.Error.ShouldNotBeNull();
    }

    [Fact]
    public void Open_WrongPassword_IsRefusedWithoutNamingIt()
    {
        string endpoint = fixture.Endpoint ?? string.Empty;

        var error = Should.Throw<TargetException>(() => fixture.Open(endpoint, "a-guess").Dispose());

        error.IsUnreachable.ShouldBeFalse();
        error.Message.ShouldContain("DBINGEST_CLICKHOUSE_PASSWORD");
        error.ToString().ShouldNotContain("a-guess");
    }

    [Fact]
    public void Describe_PasswordInTheOptions_IsNotTold()
    {
        using var target = fixture.Open(fixture.Endpoint ?? string.Empty, string.Empty);
        (JsonSerializer.Serialize(target.Describe()) + target.AttachEndpoint).ShouldNotContain("Basic");
    }

    [Fact]
    public void ServerProcesses_OfAServerThatSomebodyElseStarted_AreFound()
    {
        using var target = fixture.OpenKept();
        target.ServerProcesses().ShouldBe(fixture.Processes);
        fixture.Processes.ShouldNotBeEmpty();
    }
}
