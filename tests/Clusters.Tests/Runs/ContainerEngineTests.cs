using DbIngest.Clusters.Hosts;
using DbIngest.Clusters.Runs;

namespace DbIngest.Clusters.Tests.Runs;

public sealed class ContainerEngineTests : IDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory("dbingest-engine-").FullName;

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    /// <summary>A second run could succeed and have no error to report.</summary>
    [Fact]
    public void Must_CommandFailsOnce_RunsItOnceAndReportsItsError()
    {
        string calls = Path.Combine(_folder, "calls");
        string program = Path.Combine(_folder, "engine");
        File.WriteAllText(program,
            $"#!/bin/sh\n[ -e {calls} ] && exit 0\necho \"$*\" >>{calls}\necho 'no space left' >&2\nexit 1\n");
        File.SetUnixFileMode(program, UnixFileMode.UserRead | UnixFileMode.UserExecute);
        var engine = new ContainerEngine(program, "1");

        Should.Throw<ClusterException>(() => engine.Must(CancellationToken.None, "volume", "create", "one")).Message
            .ShouldContain("no space left");
        engine.Must(CancellationToken.None, "volume", "create", "one").ShouldBeEmpty();
        File.ReadAllLines(calls).ShouldBe(["volume create one"]);
    }
}
