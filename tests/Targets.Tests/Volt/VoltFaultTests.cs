using System.Globalization;
using System.Net;
using DbIngest.Abstractions.Targets;
using DbIngest.Core.Pipeline;
using DbIngest.Core.Results;
using DbIngest.Targets.Servers;
using DbIngest.Targets.Tests.Cassandra;
using DbIngest.Targets.Tests.MySql;
using DbIngest.Targets.Volt;
using DbIngest.Wire.Volt;

namespace DbIngest.Targets.Tests.Volt;

/// <summary>Misfortunes in the middle of a trial: no false figure, no record lost or twice.</summary>
[Collection("voltdb")]
[Needs("voltdb")]
public sealed class VoltFaultTests(VoltFixture fixture)
{
    /// <summary>All that it had is gone with it, table included: the trial fails, and the next one has a server again.</summary>
    [Fact]
    public async Task Run_ServerKilledAndBack_IsNoCompleteTrialAndTheNextOneIs()
    {
        var back = Task.CompletedTask;
        using var target = fixture.Own("snapshot=60");

        var result = DisturbedTrial.Run(
            target,
            1000,
            () =>
            {
                DisturbedTrial.Signal("KILL", target.ServerProcesses()[0]);
                back = Task.Run(() => ((IServerTarget)target).PrivateServer!.EnsureRunning(CancellationToken.None));
            },
            new RetryOptions(100, TimeSpan.FromSeconds(1)),
            least: Least);
        await back;

        result.Status.ShouldNotBe(TrialStatus.Complete);
        DisturbedTrial.Run(target, 1000, () => { }, least: Least).Status.ShouldBe(TrialStatus.Complete);
    }

    /// <summary>As it also does by itself when its memory is nearly full.</summary>
    [Theory]
    [InlineData("way=load&rows=50")]
    [InlineData("way=insert")]
    public void Run_ServerReadOnlyForAWhile_IsCompleteWithEachRecordOnce(string options)
    {
        using var target = new VoltDefinition().Open(fixture.Options(options));

        var result = DisturbedTrial.Run(
            target,
            1000,
            () =>
            {
                using var administrator = Connect(fixture.AdminPort);
                administrator.Call("@Pause");
                new Thread(() =>
                {
                    Thread.Sleep(1500);
                    using var later = Connect(fixture.AdminPort);
                    later.Call("@Resume");
                }).Start();
            },
            new RetryOptions(100, TimeSpan.FromMilliseconds(200)),
            least: Least);

        result.Status.ShouldBe(TrialStatus.Complete, $"{result.Error} {string.Join("; ", result.Audit?.Findings ?? [])}");
        result.Audit!.StoredRecords.ShouldBe(8_000);
        result.Audit.DuplicateRecords.ShouldBe(0);
        result.Retries.ShouldBeGreaterThan(0);
    }

    /// <summary>Sources go to the nodes in turn; where one is not there, to the next.</summary>
    [Theory]
    [InlineData("127.0.0.1:1,{0}")]
    [InlineData("{0},127.0.0.1:1")]
    public void Run_NodeThatIsNotThere_IsPassedOver(string nodes)
    {
        var options = fixture.Options();
        using var target = new VoltDefinition()
            .Open(options with { Endpoint = string.Format(CultureInfo.InvariantCulture, nodes, fixture.Endpoint) });

        var result = DisturbedTrial.Run(target, 500, static () => { }, least: Least);

        result.Status.ShouldBe(TrialStatus.Complete, result.Error);
        target.Describe().Settings["connections_a_writer"].ShouldContain("2 nodes");
    }

    [Fact]
    public void Run_TableDropped_IsNoCompleteTrial()
    {
        using var target = new VoltDefinition().Open(fixture.Options());

        DisturbedTrial.Run(target, 500, () => target.Clean(), new RetryOptions(1, TimeSpan.FromMilliseconds(50)), least: Least)
            .Status.ShouldNotBe(TrialStatus.Complete);
    }

    [Theory]
    [InlineData("way=load", BatchFate.Absent)]
    [InlineData("way=load&rows=100", BatchFate.Absent)]
    [InlineData("way=insert", BatchFate.Absent)]
    public void Recover_ConnectionCutInTheData_NothingIsLeftOfTheBatch(string options, BatchFate expected)
    {
        var workload = new PatternWorkload(9, least: Least);
        var table = Trial.Table(workload, 1, 3000);
        var shared = fixture.Options();
        using var proxy = new CuttingProxy(IPEndPoint.Parse(shared.Endpoint!));
        using var target = new VoltDefinition().Open(shared with { Endpoint = $"{proxy.Endpoint}?{options}" });
        target.Prepare(table);
        using var writer = target.OpenWriter(0);
        writer.Write(Trial.Batch(workload, 0, 0, 1000));

        proxy.CutAfterBytes(100_000);
        Should.Throw<BatchWriteException>(() => writer.Write(Trial.Batch(workload, 0, 1000, 2000))).IsTransient.ShouldBeTrue();
        writer.Recover(Trial.Batch(workload, 0, 1000, 2000)).ShouldBe(expected);
        writer.Write(Trial.Batch(workload, 0, 1000, 2000));

        Trial.Audit(target, workload, table).Findings.ShouldBeEmpty();
        target.Clean();
    }

    [Fact]
    public void Recover_AnswerLost_BatchIsStored()
    {
        var workload = new PatternWorkload(9, least: Least);
        var table = Trial.Table(workload, 1, 2000);
        var shared = fixture.Options();
        using var proxy = new CuttingProxy(IPEndPoint.Parse(shared.Endpoint!));
        using var target = new VoltDefinition().Open(shared with { Endpoint = $"{proxy.Endpoint}?rows=1000" });
        target.Prepare(table);
        using var writer = target.OpenWriter(0);
        writer.Write(Trial.Batch(workload, 0, 0, 1000));

        proxy.CutAfterAnswers(0);
        Should.Throw<BatchWriteException>(() => writer.Write(Trial.Batch(workload, 0, 1000, 1000))).IsAmbiguous.ShouldBeTrue();

        writer.Recover(Trial.Batch(workload, 0, 1000, 1000)).ShouldBe(BatchFate.Stored);
        Trial.Audit(target, workload, table).Findings.ShouldBeEmpty();
        target.Clean();
    }

    /// <summary>What was sent over a session may be carried out until the server does not list it any more.</summary>
    [Fact]
    public void EnsureGone_SessionThatLives_IsWaitedForAndNoLongerThanAsked()
    {
        using var lost = Connect();
        using var other = Connect();
        lost.Call("@Ping");
        var suspect = VoltLostSession.Of(lost);

        Should.Throw<BatchWriteException>(() => suspect.EnsureGone(other, TimeSpan.FromMilliseconds(300))).IsTransient
            .ShouldBeTrue();
        lost.Dispose();

        suspect.EnsureGone(other, TimeSpan.FromSeconds(30));
    }

    [Fact]
    public void Open_Snapshots_AreOnDiskAfterAWhile()
    {
        using var target = fixture.Own("snapshot=1", durability: "snapshot");
        var workload = new PatternWorkload(3, least: Least);
        var table = Trial.Table(workload, 1, 100);
        target.Prepare(table);
        Trial.WriteAll(target, workload, table, batch: 100);

        var description = target.Describe();

        description.Settings["deployment.snapshotenabled"].ShouldBe("true");
        description.Settings["deployment.snapshotfrequency"].ShouldBe("1s");
        description.Survives.ShouldBe(Survival.Nothing);
        string root = File.ReadAllText($"/proc/{target.ServerProcesses()[0]}/cmdline").Split('\0')
            .Single(word => word.EndsWith("/root", StringComparison.Ordinal));
        SpinWait.SpinUntil(() => Directory.EnumerateFiles(root, "*.vpt", SearchOption.AllDirectories)
            .Any(), TimeSpan.FromSeconds(60)).ShouldBeTrue();
    }

    private static double Least => new VoltDefinition().LeastValue;

    private VoltConnection Connect(int? port = null)
    {
        var server = IPEndPoint.Parse(fixture.Options().Endpoint!);
        return VoltConnection.Open(new VoltConnectionOptions { Server = new IPEndPoint(server.Address, port ?? server.Port) });
    }
}
