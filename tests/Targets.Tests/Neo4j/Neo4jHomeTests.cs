using DbIngest.Targets.Neo4j.Server;

namespace DbIngest.Targets.Tests.Neo4j;

public sealed class Neo4jHomeTests : IDisposable
{
    private readonly DirectoryInfo _root = Directory.CreateTempSubdirectory("dbingest-test-");

    public void Dispose() => _root.Delete(recursive: true);

    [Fact]
    [Needs("linux")]
    public void Of_LinkToAProgram_IsTheDistributionOfTheProgram()
    {
        string program = Distribution("dist");
        string link = Path.Combine(_root.CreateSubdirectory("bin").FullName, "neo4j");
        File.CreateSymbolicLink(link, program);

        Neo4jHome.Of(link).ShouldBe(Path.Combine(_root.FullName, "dist"));
        Neo4jHome.Of(program).ShouldBe(Path.Combine(_root.FullName, "dist"));
    }

    /// <summary>The Debian package has its program in /usr/bin and its jars in /usr/share/neo4j.</summary>
    [Fact]
    public void Of_ProgramWithoutADistribution_IsNone()
    {
        string program = Path.Combine(_root.CreateSubdirectory("usr/bin").FullName, "neo4j");
        File.WriteAllText(program, string.Empty);
        _root.CreateSubdirectory("usr/lib");

        Neo4jHome.Of(program).ShouldBeNull();
    }

    private string Distribution(string name)
    {
        string library = _root.CreateSubdirectory(name + "/lib").FullName;
        File.WriteAllText(Path.Combine(library, "neo4j-server-5.26.0.jar"), string.Empty);
        string program = Path.Combine(_root.CreateSubdirectory(name + "/bin").FullName, "neo4j");
        File.WriteAllText(program, string.Empty);
        return program;
    }
}
