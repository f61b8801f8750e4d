using System.Text.Json;
using DbIngest.Clusters.Files;
using DbIngest.Clusters.States;
using DbIngest.Core.Results;

namespace DbIngest.Runner.Tests.Clusters;

/// <summary>
/// Deployments by <c>docker compose</c>. The engine is a script that takes its words and runs the server here, so that what is
/// told to an engine is carried out; containers it has none.
/// </summary>
public sealed class ComposeClusterTests : IDisposable
{
    // up and stop of the "containers" are those of a local deployment at the address that the container would have.
    private const string Engine = """
        #!/bin/sh
        echo "$*" >>"$STAND_IN_FOLDER/said"
        running() { "$DBINGEST" cluster size "$STAND_IN_FOLDER/behind.yaml" --json 2>/dev/null | grep -q '"state": "serving"'; }
        case "$1 $6" in
        "compose version") ;;
        "compose up") [ "$PLANT_PASSWORD" = secret ] || exit 1; sed -n 's/^      dbingest.deployment: "\(.*\)"/\1/p' "$5" | head -n 1 >"$STAND_IN_FOLDER/id"; "$DBINGEST" cluster up "$STAND_IN_FOLDER/behind.yaml" && touch "$STAND_IN_FOLDER/made" ;;
        "compose stop") "$DBINGEST" cluster stop "$STAND_IN_FOLDER/behind.yaml" ;;
        "compose down") "$DBINGEST" cluster down "$STAND_IN_FOLDER/behind.yaml" --remove-data; rm -f "$STAND_IN_FOLDER/made" ;;
        inspect*) [ -e "$STAND_IN_FOLDER/made" ] || { echo 'Error: No such object' >&2; exit 1; }; if running; then echo "running 1 $(cat "$STAND_IN_FOLDER/id")"; else echo "exited 0 $(cat "$STAND_IN_FOLDER/id")"; fi ;;
        volume*) cat "$STAND_IN_FOLDER/volume" 2>/dev/null || { echo 'Error: no such volume' >&2; exit 1; } ;;
        exec*) shift 3; exec "$@" ;;
        logs*) echo 'it ended' ;;
        *) echo "what is $*?" >&2; exit 1 ;;
        esac
        """;

    private readonly ClusterFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    /// <summary>Takes long: a server is made, measured by a sweep, stopped and removed.</summary>
    [Fact]
    [Needs("postgres")]
    public void Cluster_ByCompose_IsToldToTheEngineAndMeasured()
    {
        string file = Plant();

        Node(_folder.Report("check", file, ExitCode.Unreachable)).GetProperty("state").GetString().ShouldBe("absent");
        var up = _folder.Report("up", file);
        Node(up).GetProperty("state").GetString().ShouldBe("serving");
        up.GetProperty("endpoint").GetString().ShouldBe("postgresql://ingest@127.0.0.11:5432/postgres");
        File.ReadAllText(Path.ChangeExtension(file, ".compose.yaml")).ShouldNotContain("secret");
        _folder.Commands.Expect(ExitCode.Done, "cluster", "up", file).Error.ShouldContain("nothing was changed");
        _folder.ShouldLeaveForeignAlone(file, "Container dbingest-plant-n1, or its volume, was not made by");

        _folder.Commands.Expect(ExitCode.Done, "run", "--records=300", "--sources=1", "--trials=1", "--warmup=0", "--cluster",
            file);
        _folder.Commands.Trials.ShouldAllBe(trial => trial.Status == TrialStatus.Complete && trial.Audit!.Passed);

        _folder.Commands.Expect(ExitCode.Done, "cluster", "stop", file);
        Node(_folder.Report("check", file, ExitCode.Unreachable)).GetProperty("state").GetString().ShouldBe("stopped");
        _folder.Commands.Expect(ExitCode.Done, "cluster", "down", file, "--remove-data");
        Node(_folder.Report("check", file, ExitCode.Unreachable)).GetProperty("state").GetString().ShouldBe("absent");
        File.Exists(Path.ChangeExtension(file, ".compose.yaml")).ShouldBeFalse();
        string[] said = [.. File.ReadAllLines(_folder.Commands.File("said"))
            .Where(line => line.StartsWith("compose", StringComparison.Ordinal)).Select(line => line.Split(' ', 6)[5])
            .Where(verb => verb != "version")];
        said.ShouldBe(["up --detach", "stop", "stop", "down --volumes"]);
    }

    /// <summary>Another file of the same name, in another folder, has a container, or its data are kept.</summary>
    [Theory]
    [InlineData("made")]
    [InlineData("volume")]
    public void Up_WhereAnotherDeploymentHasTheName_TouchesNothing(string existing)
    {
        string file = Plant();
        File.WriteAllText(_folder.Commands.File("id"), "ab01");
        File.WriteAllText(_folder.Commands.File(existing), "ab01\n");

        _folder.Commands.Expect(ExitCode.Unreachable, "cluster", "up", file).Error
            .ShouldContain($"Container dbingest-plant-n1, or its volume, was not made by {file}");
        Node(_folder.Report("check", file, ExitCode.Unreachable)).GetProperty("state").GetString().ShouldBe("foreign");
        File.ReadAllText(_folder.Commands.File("said")).ShouldNotContain(".compose.yaml up");
        File.Exists(Path.ChangeExtension(file, ".state.json")).ShouldBeFalse("nothing was made");
    }

    /// <summary>An earlier version made containers and volumes without the label: they stay its own.</summary>
    [Fact]
    [Trait("Suite", "Slow")]
    public void Down_OfAnEarlierVersion_TakesThingsWithoutTheLabelAndNoOther()
    {
        string file = Plant();
        string state = Path.ChangeExtension(file, ".state.json");
        var deployment = DeploymentDifferences.Stored(DeploymentFile.Read(file));
        File.WriteAllText(state,
            $$"""{"schema":1,"id":"00000000000000ab","made_utc":"2026-01-01T00:00:00Z","deployment":{{deployment}}}""");
        File.WriteAllText(_folder.Commands.File("made"), string.Empty);
        File.WriteAllText(_folder.Commands.File("id"), "ab01");

        _folder.Commands.Expect(ExitCode.Unreachable, "cluster", "down", file, "--remove-data").Error
            .ShouldContain($"delete {state} when nothing of this one is left");
        File.WriteAllText(_folder.Commands.File("id"), string.Empty);
        _folder.Commands.Expect(ExitCode.Done, "cluster", "down", file, "--remove-data");

        File.ReadAllText(_folder.Commands.File("said")).ShouldContain(".compose.yaml down --volumes");
        File.Exists(state).ShouldBeFalse();
    }

    [Fact]
    public void Up_WithoutAnEngine_SaysWhatToInstall()
    {
        string file = _folder.Write("plant.yaml", "database: questdb\nversion: '9.3.4'\nprovider: compose\n");
        _folder.Commands.With("PATH", "/nowhere");

        _folder.Commands.Expect(ExitCode.Unreachable, "cluster", "up", file).Error.ShouldContain("docker cannot be started");
        File.Exists(Path.ChangeExtension(file, ".state.json")).ShouldBeFalse("nothing was made");
    }

    private string Plant()
    {
        _folder.StandIn("docker", Engine, "127.0.0.11", password: "secret");
        return _folder.Write("plant.yaml",
            "database: postgres\nversion: '15'\nprovider: compose\nnetwork: 127.0.0.0/24\ncredentials: {user: ingest, "
            + "password_env: PLANT_PASSWORD}\n");
    }

    private static JsonElement Node(JsonElement report) => report.GetProperty("nodes")[0];
}
