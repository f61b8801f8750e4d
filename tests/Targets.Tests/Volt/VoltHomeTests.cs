using DbIngest.Targets.Volt.Server;

namespace DbIngest.Targets.Tests.Volt;

public sealed class VoltHomeTests : IDisposable
{
    private readonly DirectoryInfo _root = Directory.CreateTempSubdirectory("dbingest-test-");

    public void Dispose() => _root.Delete(recursive: true);

    [Fact]
    [Needs("linux")]
    public void Of_LinkToAProgram_IsTheDistributionOfTheProgram()
    {
        string program = Path.Combine(_root.CreateSubdirectory("dist/bin").FullName, "voltdb");
        File.WriteAllText(program, string.Empty);
        string link = Path.Combine(_root.CreateSubdirectory("bin").FullName, "voltdb");
        File.CreateSymbolicLink(link, program);

        VoltHome.Of(link).ShouldBe(Path.Combine(_root.FullName, "dist"));
        VoltHome.Of(program).ShouldBe(Path.Combine(_root.FullName, "dist"));
    }
}
