using DbIngest.Clusters.Hosts;
using DbIngest.Clusters.States;

namespace DbIngest.Clusters.Tests.States;

public sealed class StateFileTests
{
    /// <summary>As on a file system that is mounted for reading only: no command ever ends there.</summary>
    [Fact]
    [Needs("linux")]
    public void Open_WhereNoFileCanBeMade_SaysSoAndNamesNoOtherCommand() =>
        Should.Throw<ClusterException>(() => StateFile.Open("/proc/one.yaml")).Message
            .ShouldStartWith("/proc/one.state.lock cannot be created");

    [Fact]
    public void Open_Twice_NamesTheOtherCommand()
    {
        string folder = Directory.CreateTempSubdirectory("dbingest-state-").FullName;
        try
        {
            string file = Path.Combine(folder, "one.yaml");
            using var held = StateFile.Open(file);
            Should.Throw<ClusterException>(() => StateFile.Open(file)).Message.ShouldStartWith("Another command works");
        }
        finally
        {
            Directory.Delete(folder, recursive: true);
        }
    }
}
