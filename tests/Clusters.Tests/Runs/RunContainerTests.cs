using DbIngest.Abstractions.Targets;
using DbIngest.Clusters.Runs;

namespace DbIngest.Clusters.Tests.Runs;

/// <summary>The container of a run, by an engine that is a script.</summary>
public sealed class RunContainerTests : IDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory("dbingest-run-").FullName;

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    /// <summary>Open targets and source processes know no other port, so that no later trial had reached the server.</summary>
    [Fact]
    public void EnsureRunning_ServerThatDoesNotStartWithItsData_IsCreatedAgainAtItsPort()
    {
        using var container = RunContainer.StartBy(Engine(), new ContainerOrder(new Answering(), "one"), CancellationToken.None);
        string endpoint = container.Endpoint;
        File.Delete(Path.Combine(_folder, "running"));
        File.WriteAllText(Path.Combine(_folder, "broken"), string.Empty);

        container.EnsureRunning(CancellationToken.None);

        File.ReadAllLines(Path.Combine(_folder, "calls")).Count(call => call.StartsWith("create ", StringComparison.Ordinal))
            .ShouldBe(2);
        File.Exists(Path.Combine(_folder, "running")).ShouldBeTrue();
        container.Endpoint.ShouldBe(endpoint);
    }

    /// <summary>No later trial had reached the server, although the disk had space again.</summary>
    [Fact]
    public void EnsureRunning_ContainerCouldNotBeCreatedBefore_IsCreated()
    {
        using var container = RunContainer.StartBy(Engine(), new ContainerOrder(new Answering(), "one"), CancellationToken.None);
        File.Delete(Path.Combine(_folder, "running"));
        File.WriteAllText(Path.Combine(_folder, "broken"), string.Empty);
        File.WriteAllText(Path.Combine(_folder, "full"), string.Empty);
        Should.Throw<TargetException>(() => container.EnsureRunning(CancellationToken.None)).Message
            .ShouldContain("no space left");
        File.Delete(Path.Combine(_folder, "full"));

        container.EnsureRunning(CancellationToken.None);

        File.Exists(Path.Combine(_folder, "running")).ShouldBeTrue();
    }

    /// <summary>
    /// An engine that does not start its container once while there is a file named broken, and creates none while there is one
    /// named full.
    /// </summary>
    private ContainerEngine Engine()
    {
        string file = Path.Combine(_folder, "engine");
        File.WriteAllText(file,
            $"""
            #!/bin/sh
            cd {_folder}
            echo "$*" >>calls
            case "$1 $2" in
              "image inspect") echo sha256:0123 ;;
              "create --name") if [ -e full ]; then echo 'no space left' >&2; exit 1; fi; touch container ;;
              "container inspect")
                [ -e container ] || exit 1
                if [ -e running ]; then echo "running 0 id"; else echo "exited 0 id"; fi ;;
              "volume inspect") exit 1 ;;
              "start "*) if [ -e broken ]; then rm broken; exit 1; fi; touch running ;;
              "kill "*) rm -f running ;;
              "rm "*) [ -e container ] || exit 1; rm -f running container ;;
            esac

            """);
        File.SetUnixFileMode(file, UnixFileMode.UserRead | UnixFileMode.UserExecute);
        return new ContainerEngine(file, "1");
    }

    private sealed class Answering : TargetDefinition
    {
        public override string Name => "postgres";

        public override string Summary => Name;

        public override string Needs => "nothing";

        public override DataModel Model => DataModel.Relational;

        public override IReadOnlyList<DurabilityContract> Contracts => [new("on", "on", Survival.Nothing)];

        public override ITarget Open(TargetOptions options) => throw new InvalidOperationException("It is never opened.");

        public override TargetAvailability Probe(TargetOptions options) => new(true, "here");
    }
}
