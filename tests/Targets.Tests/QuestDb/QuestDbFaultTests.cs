using DbIngest.Abstractions.Targets;
using DbIngest.Core.Pipeline;
using DbIngest.Core.Results;
using DbIngest.Targets.QuestDb;
using DbIngest.Targets.Servers;
using DbIngest.Targets.Tests.Cassandra;
using DbIngest.Targets.Tests.Http;
using DbIngest.Targets.Tests.Servers;

namespace DbIngest.Targets.Tests.QuestDb;

/// <summary>Misfortunes in the middle of a trial: no false figure, no record lost or twice.</summary>
[Collection("questdb")]
[Needs("questdb")]
public sealed class QuestDbFaultTests(QuestDbFixture fixture)
{
    private static readonly TimestampLimits Timestamps = new QuestDbDefinition().Timestamps;

    [Fact]
    public void Run_ThroughTls_IsCompleteAndOtherCertificatesAreRefused() => EncryptedTrial.Run(fixture, Timestamps);

    [Fact]
    [Needs("mount")]
    public void Run_DiskFull_HasNoFigureAndTheNextTrialIsComplete()
    {
        FullDisk.Run(new QuestDbDefinition(), "?heap=384M", 20_000);
    }

    [Fact]
    public async Task Run_ServerKilledAndBack_IsCompleteWithEachRecordOnce()
    {
        using var target = (IServerTarget)fixture.Open("?heap=256M");

        var result = await RestartedTrial.RunAsync(target, Timestamps);

        result.Status.ShouldBe(TrialStatus.Complete, result.Error);
        result.Audit!.StoredRecords.ShouldBe(32_000);
        result.Audit.DuplicateRecords.ShouldBe(0);
        result.Retries.ShouldBeGreaterThan(0);
    }

    [Fact]
    public void Run_TableDropped_IsNoCompleteTrial()
    {
        using var target = fixture.OpenKept();

        var result = DisturbedTrial.Run(target, 2000, () => target.Clean(), new RetryOptions(1, TimeSpan.FromMilliseconds(50)),
            Timestamps);

        // The server makes a table by itself when a line names none that is there: what was acknowledged before is missing.
        result.Status.ShouldNotBe(TrialStatus.Complete);
    }

    [Fact]
    public void Write_TimestampBefore1970_IsRefusedForGoodAndNothingOfTheBatchIsStored()
    {
        var workload = new PatternWorkload(3, Timestamps);
        var table = Trial.Table(workload, 1, 100);
        using var target = fixture.OpenKept();
        target.Prepare(table);
        using var writer = target.OpenWriter(0);
        var batch = Trial.Batch(workload, 0, 0, 100);
        batch.Timestamps[50] = -1;

        var error = Should.Throw<BatchWriteException>(() => writer.Write(batch));

        (error.IsTransient, error.IsAmbiguous).ShouldBe((false, false));
        error.Message.ShouldContain("1970");
        Trial.Audit(target, workload, table).StoredRecords.ShouldBe(0);
    }

    [Theory]
    [InlineData("text")]
    [InlineData("binary")]
    public void Write_EachFormOfDoubles_IsStoredExactly(string doubles)
    {
        var workload = new PatternWorkload(12, Timestamps);
        var table = Trial.Table(workload, 2, 2000);
        using var target = fixture.OpenKept($"doubles={doubles}&partition=month");
        target.Prepare(table);

        Trial.WriteAll(target, workload, table, batch: 500);

        Trial.Audit(target, workload, table).Findings.ShouldBeEmpty();
        target.Describe().Settings["doubles"].ShouldStartWith(doubles);
    }

    [Fact]
    public void Open_ServerThatCommitsInAnotherWay_IsRefusedWithTheRemedy() =>
        Should.Throw<TargetException>(() => fixture.OpenKept(durability: "sync")).Message.ShouldContain("cairo.commit.mode");

    [Fact]
    public void ServerProcesses_OfAServerThatSomebodyElseStarted_AreFound()
    {
        using var target = fixture.OpenKept();
        target.ServerProcesses().ShouldBe(fixture.Processes);
        fixture.Processes.ShouldNotBeEmpty();
    }
}
