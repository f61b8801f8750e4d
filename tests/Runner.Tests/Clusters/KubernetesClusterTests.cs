using System.Text.Json;
using DbIngest.Core.Results;

namespace DbIngest.Runner.Tests.Clusters;

/// <summary>
/// Deployments by <c>kubectl</c>. The tool is a script that takes its words and runs the server here, so that what is told to
/// Kubernetes is carried out; pods it has none.
/// </summary>
public sealed class KubernetesClusterTests : IDisposable
{
    // A pod is a local deployment at the address that it would have.
    private const string Tool = """
        #!/bin/sh
        echo "$*" >>"$STAND_IN_FOLDER/said"
        [ "$1 $2" = "--context=plant --namespace=benchmarks" ] || { echo "where is $*?" >&2; exit 1; }
        shift 2
        behind="$STAND_IN_FOLDER/behind.yaml"
        labels() { echo "{\"metadata\":{\"labels\":{\"app.kubernetes.io/managed-by\":\"${OWNER:-dbingest}\",\"dbingest.deployment\":\"$(cat "$STAND_IN_FOLDER/id")\"}}}"; }
        case "$1 $2 $3" in
        "apply -f -") cat >"$STAND_IN_FOLDER/secret" ;;
        "apply -f "*) sed -n 's/^    dbingest.deployment: //p' "$3" | head -n 1 | tr -d \"\' >"$STAND_IN_FOLDER/id"; if grep -q 'replicas: 0' "$3"; then "$DBINGEST" cluster stop "$behind"; else "$DBINGEST" cluster up "$behind" && touch "$STAND_IN_FOLDER/made"; fi ;;
        "get namespace "*) [ -e "$STAND_IN_FOLDER/namespace" ] && echo "namespace/$3" || : ;;
        "create namespace benchmarks") touch "$STAND_IN_FOLDER/namespace" ;;
        "get statefulset "*) [ -e "$STAND_IN_FOLDER/made" ] && labels || : ;;
        "get secret "*) [ -e "$STAND_IN_FOLDER/secret" ] && labels || : ;;
        "get persistentvolumeclaim -l") [ ! -e "$STAND_IN_FOLDER/claim" ] || echo persistentvolumeclaim/data-dbingest-plant-0 ;;
        "get pod "*) "$DBINGEST" cluster size "$behind" --json 2>/dev/null | grep -q '"state": "serving"' \
          && echo '{"status":{"phase":"Running","conditions":[{"type":"Ready","status":"True"}],"containerStatuses":[{"name":"server","image":"postgres:15.14","state":{"running":{}}}]}}' || : ;;
        "exec -i "*) shift 6; exec "$@" ;;
        "delete -f "*) "$DBINGEST" cluster stop "$behind"; rm -f "$STAND_IN_FOLDER/made" ;;
        "delete persistentvolumeclaim -l") [ "$4" = "app.kubernetes.io/instance=dbingest-plant,app.kubernetes.io/managed-by=dbingest,dbingest.deployment=$(cat "$STAND_IN_FOLDER/id")" ] || { echo "whose are $4?" >&2; exit 1; }; "$DBINGEST" cluster down "$behind" --remove-data ;;
        "delete secret "*) rm "$STAND_IN_FOLDER/secret" ;;
        *) echo "what is $*?" >&2; exit 1 ;;
        esac
        """;

    private readonly ClusterFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    /// <summary>Takes long: a server is made, measured by a sweep, stopped and removed.</summary>
    [Fact]
    [Needs("postgres")]
    public void Cluster_InKubernetes_IsToldToTheToolAndMeasured()
    {
        string file = Prepare();

        Node(_folder.Report("check", file, ExitCode.Unreachable)).GetProperty("state").GetString().ShouldBe("absent");
        var up = _folder.Report("up", file);
        Node(up).GetProperty("state").GetString().ShouldBe("serving");
        File.ReadAllLines(_folder.Commands.File("said"))
            .Count(line => line.EndsWith("create namespace benchmarks", StringComparison.Ordinal)).ShouldBe(1);
        Node(up).GetProperty("version").GetString().ShouldBe("15.14");
        up.GetProperty("endpoint").GetString().ShouldBe("postgresql://ingest@127.0.0.12:5432/postgres");
        File.ReadAllText(Path.ChangeExtension(file, ".kubernetes.yaml")).ShouldNotContain("secret one");
        File.ReadAllText(_folder.Commands.File("secret")).ShouldContain("password: secret one");
        File.ReadAllText(_folder.Commands.File("said")).ShouldNotContain("secret one");
        _folder.Commands.Expect(ExitCode.Done, "cluster", "up", file).Error.ShouldContain("nothing was changed");
        Node(_folder.Report("size", file)).GetProperty("state").GetString().ShouldBe("serving");
        _folder.ShouldLeaveForeignAlone(file, "statefulset dbingest-plant in namespace benchmarks was not made by");

        _folder.Commands.Expect(ExitCode.Done, "run", "--records=300", "--sources=1", "--trials=1", "--warmup=0", "--cluster",
            file);
        _folder.Commands.Trials.ShouldAllBe(trial => trial.Status == TrialStatus.Complete && trial.Audit!.Passed);

        _folder.Commands.Expect(ExitCode.Done, "cluster", "stop", file);
        Node(_folder.Report("check", file, ExitCode.Unreachable)).GetProperty("state").GetString().ShouldBe("stopped");
        _folder.Commands.Expect(ExitCode.Done, "cluster", "down", file, "--remove-data");
        Node(_folder.Report("check", file, ExitCode.Unreachable)).GetProperty("state").GetString().ShouldBe("absent");
        File.Exists(Path.ChangeExtension(file, ".kubernetes.yaml")).ShouldBeFalse();
        File.Exists(_folder.Commands.File("secret")).ShouldBeFalse();
        string[] said = [.. File.ReadAllLines(_folder.Commands.File("said"))
            .Where(line => line.StartsWith("--context", StringComparison.Ordinal))
            .Select(line => string.Join(' ', line.Split(' ')[2..4]))
            .Where(words => words.StartsWith("apply", StringComparison.Ordinal)
            || words.StartsWith("delete", StringComparison.Ordinal))];
        said.ShouldBe(["apply -f", "apply -f", "apply -f", "apply -f", "apply -f", "apply -f", "delete -f",
            "delete persistentvolumeclaim", "delete secret"]);
    }

    [Theory]
    [InlineData("made", "Helm", "statefulset dbingest-plant")]
    [InlineData("secret", "Helm", "secret dbingest-plant")]
    [InlineData("made", "dbingest", "statefulset dbingest-plant")]
    [InlineData("secret", "dbingest", "secret dbingest-plant")]
    [InlineData("claim", "dbingest", "persistentvolumeclaim/data-dbingest-plant-0")]
    public void Up_WhereSomebodyElseHasTheName_TouchesNothing(string existing, string owner, string named)
    {
        string file = Prepare();
        File.WriteAllText(_folder.Commands.File(existing), string.Empty);
        File.WriteAllText(_folder.Commands.File("id"), "ab01");
        _folder.Commands.With("OWNER", owner);

        _folder.Commands.Expect(ExitCode.Unreachable, "cluster", "up", file).Error
            .ShouldContain($"{named} in namespace benchmarks was not made by {file}");
        File.ReadAllText(_folder.Commands.File("said")).ShouldNotContain("apply");
        File.Exists(Path.ChangeExtension(file, ".state.json")).ShouldBeFalse("nothing was made");
    }

    [Fact]
    public void Up_WithoutKubectl_SaysWhatToInstall()
    {
        string file = _folder.Write("plant.yaml", "database: questdb\nversion: '9.3.4'\nprovider: kubernetes\n");
        _folder.Commands.With("PATH", "/nowhere");

        _folder.Commands.Expect(ExitCode.Unreachable, "cluster", "up", file).Error.ShouldContain("kubectl cannot be started");
        File.Exists(Path.ChangeExtension(file, ".state.json")).ShouldBeFalse("nothing was made");
    }

    private static JsonElement Node(JsonElement report) => report.GetProperty("nodes")[0];

    private string Prepare()
    {
        _folder.StandIn("kubectl", Tool, "127.0.0.12", password: "secret one");
        return _folder.Write("plant.yaml",
            "database: postgres\nversion: '15.14'\nprovider: kubernetes\ncontext: plant\nnamespace: benchmarks\nnodes: "
            + "[{address: 127.0.0.12}]\ncredentials: {user: ingest, password_env: PLANT_PASSWORD}\n");
    }
}
