using System.Text.Json;
using DbIngest.Core.Pipeline;
using DbIngest.Core.Results;
using DbIngest.Core.Targets;
using DbIngest.Targets.Http;
using DbIngest.Targets.Tests.Cassandra;
using DbIngest.Targets.Tests.Http;

namespace DbIngest.Targets.Tests.ClickHouse;

/// <summary>Misfortunes in the middle of a trial: no false figure, no record lost or twice.</summary>
[Collection("clickhouse")]
public sealed class ClickHouseFaultTests(ClickHouseFixture fixture)
{
    [SkippableFact]
    public async Task Run_ServerKilledAndBack_IsCompleteWithEachRecordOnce()
    {
        using var target = (HttpTarget)fixture.Open("?settle=optimize");

        var result = await RestartedTrial.RunAsync(target);

        result.Status.ShouldBe(TrialStatus.Complete, $"{result.Error} {string.Join("; ", result.Audit?.Findings ?? [])}");
        result.Audit!.StoredRecords.ShouldBe(32_000);
        result.Audit.DuplicateRecords.ShouldBe(0);
        result.Retries.ShouldBeGreaterThan(0);
        target.Describe().Settings["settled_by"].ShouldContain("OPTIMIZE");
    }

    [SkippableFact]
    public void Run_TableDropped_IsNoCompleteTrial()
    {
        using var target = fixture.Open($"{fixture.Endpoint}?table=dropped");

        var result = DisturbedTrial.Run(target, 2000, () => target.Clean(), new RetryOptions(1, TimeSpan.FromMilliseconds(50)));

        result.Status.ShouldNotBe(TrialStatus.Complete);
        result.Error.ShouldNotBeNull();
    }

    [SkippableFact]
    public void Open_WrongPassword_IsRefusedWithoutNamingIt()
    {
        string endpoint = fixture.Endpoint ?? string.Empty;

        var error = Should.Throw<TargetException>(() => fixture.Open(endpoint, "a-guess").Dispose());

        error.IsUnreachable.ShouldBeFalse();
        error.Message.ShouldContain("DBINGEST_CLICKHOUSE_PASSWORD");
        error.ToString().ShouldNotContain("a-guess");
    }

    [SkippableFact]
    public void Describe_PasswordInTheOptions_IsNotTold()
    {
        using var target = fixture.Open(fixture.Endpoint ?? string.Empty, string.Empty);
        (JsonSerializer.Serialize(target.Describe()) + target.AttachEndpoint).ShouldNotContain("Basic");
    }

    [SkippableFact]
    public void ServerProcesses_OfAServerThatSomebodyElseStarted_AreFound()
    {
        using var target = fixture.OpenKept();
        target.ServerProcesses().ShouldBe(fixture.Processes);
        fixture.Processes.ShouldNotBeEmpty();
    }
}
