using DbIngest.Mongo.Endpoint;

namespace DbIngest.Runner.Tests.Cli;

/// <summary>
/// MongoDB's cluster from the command line, at the endpoint that speaks its protocol: the balancer, which a trial stops, is put
/// back whatever ends the run.
/// </summary>
public sealed class MongoBalancerTests
{
    [Theory]
    [Trait("Suite", "Slow")]
    [InlineData("INT", true)]
    [InlineData("TERM", true)]
    [InlineData("INT", false)]
    public void Signal_InTheMiddleOfATrial_PutsTheBalancerBackAsItWas(string signal, bool isOn)
    {
        using var cluster = Deployment.Sharded(shards: 2, routers: 1);
        cluster.Sharding!.IsBalancing = isOn;
        using var folder = new CommandFolder();
        using var command = folder.Start(
            "--db=mongodb", $"--endpoint=mongodb://{cluster.Members[0].Name}/dbingest", "--records=5M", "--sources=2",
                "--batch=500", "--trials=2", "--warmup=1", "--verbose");
        command.WaitForError("\ningest\n");
        cluster.Sharding.IsBalancing.ShouldBeFalse("a trial runs");

        command.Signal(signal);
        var result = command.Wait();

        result.ExitCode.ShouldBe((int)ExitCode.Interrupted, result.ToString());
        cluster.Sharding.IsBalancing.ShouldBe(isOn, result.ToString());
        cluster.Failures.ShouldBeEmpty();
    }
}
