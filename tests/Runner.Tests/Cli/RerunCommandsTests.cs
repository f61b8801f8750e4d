using System.Text.RegularExpressions;
using System.Xml.Linq;
using DbIngest.Analysis.Report;
using DbIngest.Core.Results;
using DbIngest.Runner.Opening;
using DbIngest.Runner.Options;
using DbIngest.Runner.Verbs;
using DbIngest.Targets.Catalogue;

namespace DbIngest.Runner.Tests.Cli;

/// <summary>The lines by which a report says how to measure again, in a shell where git and dotnet are scripts.</summary>
public sealed partial class RerunCommandsTests : IDisposable
{
    private const string Variable = "DBINGEST_TESTS_HOME";

    /// <summary>In the place of dotnet: the program as it is built, with the words behind <c>--</c>.</summary>
    private static readonly string Program = $"""
        while [ "$1" != -- ]; do shift; done
        shift
        exec '{CommandFolder.Program}' "$@"
        """;

    private static readonly Lazy<Manifest> Template = new(() =>
    {
        using var sweep = new FinishedSweep("--db=null", "--records=100", "--sources=1", "--trials=3", "--warmup=0");
        return ResultFolder.Open(sweep.Folder.Result).ReadManifest();
    });

    private readonly CommandFolder _folder = new();

    public RerunCommandsTests()
    {
        Directory.CreateDirectory(_folder.File("bin"));
        Script("git", "exit 0");
        Script("dotnet", """
            printf '%s\n' "$@" >words
            """);
        _folder.With("PATH", $"{_folder.File("bin")}:{Environment.GetEnvironmentVariable("PATH")}");
    }

    public static TheoryData<string, string> Clients
    {
        get
        {
            var clients = new TheoryData<string, string>();
            foreach (var database in Databases.All.Append(TargetCatalog.Find("postgres+cassandra")))
            {
                foreach (var client in database.Clients.Where(client => client.IsBuiltIn))
                {
                    clients.Add(database.Name, client.Name);
                }
            }

            return clients;
        }
    }

    public void Dispose() => _folder.Dispose();

    /// <summary>The shell's words are what the build takes and what the command line's own readers accept.</summary>
    [Theory]
    [MemberData(nameof(Clients))]
    public void Lines_OfEveryDatabaseAndClient_AreTakenByShellBuildAndProgram(string database, string client)
    {
        var lines = Lines(database, client);

        var ran = _folder.With(Variable, "/a home").Shell(lines);

        ran.ExitCode.ShouldBe(0, lines + ran);
        string[] words = File.ReadAllLines(_folder.File("words"));
        int end = Array.IndexOf(words, "--");
        words[..3].ShouldBe(["run", "--project", "Runner"]);
        foreach (string property in words[3..end])
        {
            var match = Property().Match(property);
            match.Success.ShouldBeTrue(property);
            Known(match.Groups["name"].Value).ShouldContain(match.Groups["value"].Value, property);
        }

        var options = CommandReader.Read(words[(end + 1)..]).Options.ShouldBeOfType<RunOptions>();
        var request = new SweepRequestReader(Databases.All, _ => null).Read(options);
        request.Points([9]).Select(point => (point.Database, point.Client)).Distinct().ShouldBe([(database, client)]);
    }

    [Theory]
    [MemberData(nameof(Clients))]
    public void BuildProperties_ClientWithAPackage_NameTheVersionOfThisBuild(string database, string client)
    {
        var definition = TargetCatalog.Find(database, Databases.All);
        var expected =
            from part in definition.Parts
            from one in part.Clients
            where one.Name == client && one.IsBuiltIn
            from property in (string?[])[one.Package?.BuildProperty, one.Package?.VersionProperty]
            where property is not null
            select property;

        BuildProperties.Of(definition, client).Keys.ShouldBe(expected, ignoreOrder: true);
    }

    /// <summary>No default build compiles the projects of the drivers that a build may lack.</summary>
    [Fact]
    public void Package_OfADriverThatABuildMayLack_IsThatOfItsProject()
    {
        var declared = TargetCatalog.All.SelectMany(database => database.Clients).Where(client => !client.IsBuiltIn)
            .Select(client => (client.Package!.Name, client.Package.VersionProperty, $"$({client.Package.VersionProperty})"));
        string folder = Path.Combine(Repository.Root, "src", "Drivers");
        var projects = Directory.EnumerateFiles(folder, "*.csproj", SearchOption.AllDirectories)
            .Select(file => XDocument.Load(file)).Select(project => (
                project.Descendants("PackageReference").Single().Attribute("Include")!.Value,
                project.Descendants("AssemblyMetadata").Single().Attribute("Include")!.Value,
                project.Descendants("AssemblyMetadata").Single().Attribute("Value")!.Value));

        projects.ShouldBe(declared, ignoreOrder: true);
    }

    [Fact]
    public void Lines_HomeThatIsNotSet_EndTheShellAndSayWhatItHolds()
    {
        var ran = _folder.Shell(Lines("null", "driver"));

        ran.ExitCode.ShouldNotBe(0);
        ran.Error.ShouldContain($"{Variable}: the folder of Server 1.2 touch it");
        File.Exists(_folder.File("words")).ShouldBeFalse();
        File.Exists(_folder.File("it")).ShouldBeFalse();
    }

    [Fact]
    [Trait("Suite", "Slow")]
    public void Lines_OfAReport_MeasureAgain()
    {
        Script("dotnet", Program);
        _folder.Expect(ExitCode.Done, ["--db=sqlite", .. CommandFolder.Small, "--work-folder=it's here"]);
        string report = File.ReadAllText(Path.Combine(_folder.Result, "report.md"));

        var ran = _folder.Shell(Fence().Match(report).Groups["lines"].Value);

        ran.ExitCode.ShouldBe(0, report + ran);
        Directory.GetDirectories(_folder.File("results"), "2*").Length.ShouldBe(2);
    }

    /// <summary>Slow: each server is started twice.</summary>
    [Theory]
    [InlineData("cassandra")]
    [InlineData("cockroach")]
    [InlineData("questdb")]
    [InlineData("voltdb")]
    [NeedsArgument("database")]
    [Trait("Suite", "Slow")]
    public void Lines_PrivateServerOfADistribution_NameItsHome(string database)
    {
        Script("dotnet", Program);
        _folder.With($"{database.ToUpperInvariant()}_HOME", string.Empty).With("DBINGEST_SERVERS", RunnerNeeds.Servers);
        _folder.Expect(ExitCode.Done, $"--db={database}", "--records=100", "--sources=1", "--trials=1", "--warmup=0");
        ResultFolder.Open(_folder.Result).ReadManifest().Targets
            .ShouldAllBe(target => target.Homes!.Single().Variable == "DBINGEST_SERVERS");
        string lines = Fence().Match(File.ReadAllText(Path.Combine(_folder.Result, "report.md"))).Groups["lines"].Value;

        var ran = _folder.Shell(lines);
        var lost = _folder.With("DBINGEST_SERVERS", string.Empty).Shell(lines);

        ran.ExitCode.ShouldBe(0, lines + ran);
        lost.ExitCode.ShouldNotBe(0, lines + lost);
        lost.Error.ShouldContain($" in {database}");
    }

    /// <summary>The lines of a result of a private server whose version tries to end its quotation.</summary>
    private static string Lines(string database, string client)
    {
        var definition = TargetCatalog.Find(database, Databases.All);
        var manifest = Template.Value with
        {
            CommandLine = $"dbingest run --db {database} --client {client} --records 100 --name 'my own'",
            Targets =
            [
                Template.Value.Targets[0] with
                {
                    Database = database,
                    Client = client,
                    ServerVersion = "Server 1.2 \"}`touch it`$(touch it)",
                    Homes = [new(Variable, Folder: null)],
                    BuildProperties = BuildProperties.Of(definition, client),
                },
            ],
        };
        return string.Join('\n', RerunCommands.Of(manifest).Lines);
    }

    /// <summary>The values that a property may have for this build: the pinned version, or <c>true</c> of a condition.</summary>
    private static IEnumerable<string> Known(string property)
    {
        var pinned = XDocument.Load(Path.Combine(Repository.Root, "Directory.Packages.props"))
            .Descendants(property).Select(element => element.Value);
        string asked = File.ReadAllText(Path.Combine(Repository.Root, "Directory.Build.props"));
        return asked.Contains($"'$({property})' == 'true'", StringComparison.Ordinal) ? pinned.Append("true") : pinned;
    }

    [GeneratedRegex("^-p:(?<name>[A-Za-z]+)=(?<value>[0-9A-Za-z.-]+)$", RegexOptions.ExplicitCapture, 1000)]
    private static partial Regex Property();

    [GeneratedRegex("\n```sh\n(?<lines>[^`]*)\n```\n", RegexOptions.ExplicitCapture, 1000)]
    private static partial Regex Fence();

    private void Script(string name, string text)
    {
        string file = Path.Combine(_folder.File("bin"), name);
        File.WriteAllText(file, $"#!/bin/sh\n{text}\n");
        File.SetUnixFileMode(file, UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute);
    }
}
