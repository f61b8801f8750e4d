using DbIngest.Core.Plan;
using DbIngest.Runner.Opening;
using DbIngest.Runner.Options;
using DbIngest.Runner.Verbs;

namespace DbIngest.Runner.Tests.Options;

/// <summary>Lanes that share threads: which points they make, and where they are refused by name.</summary>
public class ClientThreadsOptionTests
{
    [Fact]
    public void Lists_MakeAPointOfEachValue()
    {
        var points = Read("--db=postgres", "--mix=ycsb-a", "--records=2k", "--client-threads=1,2").Points([9]);
        points.Select(point => point.ClientThreads).ShouldBe([1, 2]);
        SweepAxes.ClientThreads.Phrase(points[0].Axes).ShouldBe("1 client thread");
    }

    [Theory]
    [InlineData("--db=sqlite")]
    [InlineData("--db=postgres", "--mix=ycsb-f")]
    public void Service_ServesEveryDatabaseSoExceptOperationsOfSeveralRequests(params string[] options)
    {
        if (options.Length == 1)
        {
            Read(["--client-threads=2", "--via=service", "--mix=read=50,update=40,insert=10", "--records=2k", .. options])
                .Points([9]).ShouldHaveSingleItem().ClientThreads.ShouldBe(2);
        }
        else
        {
            Refusals(options).ShouldContain(message => message.StartsWith("--client-threads: find, rmw"));
        }
    }

    [Theory]
    [InlineData("give --mix too", "--db=postgres", "--mix=")]
    [InlineData("leave --rate and --find out", "--db=postgres", "--rate=1k")]
    [InlineData("leave one of them out", "--db=postgres", "--fault=kill@1s", "--duration=3s")]
    [InlineData("leave it or --http 2 out", "--db=sqlite", "--via=service", "--http=1.1,2")]
    [InlineData("leave them out of --mix", "--db=postgres", "--mix=read=50,rmw=50")]
    [InlineData("the client driver of sqlite cannot send", "--db=sqlite")]
    [InlineData("the client driver of postgres cannot send", "--db=postgres", "--client=driver")]
    [InlineData("the client wire of postgres cannot send", "--db=postgres", "--mix=insert=50,read=50")]
    public void Combinations_WithoutSense_AreRefusedByNameWithARemedy(string remedy, params string[] options) =>
        Refusals(options).ShouldContain(message =>
            message.StartsWith("--client-threads: ", StringComparison.Ordinal) && message.Contains(remedy));

    [Theory]
    [InlineData("0")]
    [InlineData("65")]
    [InlineData("two")]
    public void BadTexts_AreRefusedByName(string text) =>
        Should.Throw<UsageException>(() => Read("--db=postgres", "--mix=ycsb-a", "--records=2k", $"--client-threads={text}"))
            .Messages[0].ShouldStartWith("--client-threads: ");

    private static IReadOnlyList<string> Refusals(string[] options) =>
        Should.Throw<UsageException>(() => Read(
            [
                "--client-threads=2", "--records=2k",
                .. options.Any(option => option.StartsWith("--mix", StringComparison.Ordinal)) ? Array.Empty<string>()
                    : ["--mix=ycsb-a"],
                .. options.Where(option => option != "--mix="),
            ])).Messages;

    private static SweepRequest Read(params string[] arguments) =>
        new SweepRequestReader(Databases.With([]), static _ => null).Read((RunOptions)CommandReader.Read(arguments).Options!);
}
