using DbIngest.Core.Plan;
using DbIngest.Runner.Opening;
using DbIngest.Runner.Options;
using DbIngest.Runner.Verbs;

namespace DbIngest.Runner.Tests.Options;

/// <summary>Where a fault can happen, and where it is refused by name.</summary>
public class FaultOptionTests
{
    [Fact]
    public void Fault_List_MakesAPointOfEachValue()
    {
        var request = Read("--db=postgres", "--duration=60", "--fault=none,kill@20s,pause@20s:5s");

        request.Points([9]).Select(point => SweepAxes.Fault.Text(point.Axes)).ShouldBe(["none", "kill@20s", "pause@20s:5s"]);
        request.Points([9])[0].Fault.ShouldBeNull("a point without a fault is one, under the name none");
        request.Faults.Count.ShouldBe(2);
    }

    [Fact]
    public void Fault_WithoutADuration_IsAllowed() =>
        Read("--db=postgres", "--records=1M", "--fault=kill@20s").Faults.Count.ShouldBe(1);

    [Fact]
    public void Fault_NoneAlone_IsAllowedEverywhere() =>
        Read("--db=sqlite", "--fault=none").Faults.ShouldBeEmpty();

    [Theory]
    [InlineData("starts no server", "--db=sqlite")]
    [InlineData("starts no server", "--db=null")]
    [InlineData("--endpoint", "--db=postgres", "--endpoint=db.example")]
    [InlineData("--container", "--db=postgres", "--container")]
    [InlineData("--nodes", "--db=cassandra", "--nodes=3")]
    [InlineData("--mix", "--db=postgres", "--mix=ycsb-a")]
    [InlineData("--find", "--db=postgres", "--find=p99:50ms")]
    [InlineData("longer --duration", "--db=postgres", "--duration=10,30")]
    public void Fault_WhereItCannotHappen_IsRefusedByNameWithARemedy(string remedy, params string[] options) =>
        Should.Throw<UsageException>(() => Read(["--fault=none,kill@20s", .. options])).Messages
            .ShouldContain(message => message.StartsWith("--fault: ", StringComparison.Ordinal) && message.Contains(remedy));

    [Fact]
    public void NodeKill_InAClusterOfTheRun_IsAllowed() =>
        Read("--db=cassandra,cockroach", "--nodes=3,4", "--duration=60", "--fault=none,node-kill@20s:10s").Faults.Count.ShouldBe(1);

    [Theory]
    [InlineData("give --nodes 3", "--fault=node-kill@20s:10s")]
    [InlineData("give --nodes 3", "--fault=node-kill@20s:10s", "--nodes=1,3")]
    [InlineData("leave --nodes out", "--fault=node-kill@20s:10s,kill@20s", "--nodes=3")]
    [InlineData("leave --nodes out", "--fault=disk-full@20s:10s", "--nodes=3")]
    public void NodeKill_WhereItCannotHappen_IsRefusedByNameWithARemedy(string remedy, params string[] options) =>
        Should.Throw<UsageException>(() => Read(["--db=cassandra", .. options])).Messages
            .ShouldContain(message => message.StartsWith("--fault: ", StringComparison.Ordinal) && message.Contains(remedy));

    [Theory]
    [InlineData("cassandra")]
    [InlineData("cockroach")]
    [InlineData("mongodb")]
    [InlineData("neo4j")]
    [InlineData("voltdb")]
    public void Partition_OfAServerOnLoopback_IsRefusedByName(string database) =>
        Should.Throw<UsageException>(() => Read($"--db=postgres,{database}", "--fault=partition@20s:10s")).Messages
            .ShouldContain(message => message.StartsWith("--fault: ", StringComparison.Ordinal) && message.Contains(database));

    [Theory]
    [InlineData("node-kill@20s")]
    [InlineData("disk-full@20s")]
    [InlineData("partition@20s")]
    [InlineData("kill@20")]
    [InlineData("kill@20s,kill@20s")]
    public void Fault_BadText_IsRefusedByName(string fault) =>
        Should.Throw<UsageException>(() => Read("--db=postgres", $"--fault={fault}")).Messages[0]
            .ShouldStartWith("--fault: ");

    /// <summary>Reads by the real databases: only they know whether a run starts their server.</summary>
    private static SweepRequest Read(params string[] arguments) =>
        new SweepRequestReader(Databases.With([]), static _ => null).Read((RunOptions)CommandReader.Read(arguments).Options!);
}
