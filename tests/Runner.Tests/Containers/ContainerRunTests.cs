using DbIngest.Abstractions.Targets;
using DbIngest.Core.Results;
using DbIngest.Runner.Tests.Cli;

namespace DbIngest.Runner.Tests.Containers;

/// <summary>
/// <c>--container</c>. The engine is a script that takes its words and runs PostgreSQL here, so that what is told to an engine is
/// carried out; containers it has none.
/// </summary>
public sealed class ContainerRunTests : IDisposable
{
    private const string Engine = """
        #!/bin/sh
        cd "$STAND_IN_FOLDER" || exit 1
        echo "$*" >>said
        case "$1 $2" in
        "version "*) echo 1.2.3 ;;
        "image inspect") [ ! -e absent ] || exit 1; echo "sha256:0123 postgres@sha256:$(cat digest)" ;;
        "pull "*) echo 'no such image' >&2; exit 125 ;;
        "volume create") touch volume ;;
        "volume rm") rm -f volume ;;
        "volume inspect") [ -e volume ] ;;
        "create "*) printf %s "$POSTGRES_PASSWORD" >password
            port=$(echo "$*" | sed 's/.*127.0.0.1:\([0-9]*\):5432.*/\1/')
            printf 'database: postgres\nprovider: local\nnodes: [{address: 127.0.0.1}]\nport: %s\nfolder: %s\ncredentials: {user: postgres, password_env: BEHIND}\n' "$port" "$DATA" >behind.yaml ;;
        "start "*) BEHIND=$(cat password) "$DBINGEST" cluster up behind.yaml >up.log 2>&1 && touch made ;;
        "container inspect") [ -e made ] || { echo 'no such container' >&2; exit 1; }; if [ -e dead ]; then echo 'exited 0 abc'; else echo 'running 1 abc'; fi ;;
        "kill "*) [ ! -e behind.yaml ] || BEHIND=$(cat password) "$DBINGEST" cluster down behind.yaml --remove-data >/dev/null 2>&1; rm -f behind.yaml ;;
        "rm "*) rm -f made ;;
        "logs "*) echo 'it ended' ;;
        "ps "*|"volume ls") ;;
        *) echo "what is $*?" >&2; exit 1 ;;
        esac
        """;

    private static readonly string[] Small =
        ["run", "--db=postgres", "--container", "own/postgres:1", "--records=300", "--sources=1+1", "--trials=1", "--warmup=0"];

    private readonly CommandFolder _commands = new();
    private readonly string _data = $"/var/tmp/dbingest-test-{Guid.NewGuid().ToString("N")[..8]}";

    private string[] Said => [.. File.ReadAllLines(_commands.File("said"))];

    public void Dispose()
    {
        if (Directory.Exists(_data))
        {
            Directory.Delete(_data, recursive: true);
        }

        _commands.Dispose();
    }

    [Fact]
    [Needs("postgres")]
    public void Run_InAContainer_IsMeasuredAndLeavesNothing()
    {
        StandIn();
        _commands.Expect(ExitCode.Done, [.. Small, "--server-memory=512M", "--server-cpus=0.5"]);
        _commands.Trials.ShouldAllBe(trial => trial.Status == TrialStatus.Complete && trial.Audit!.Passed);

        var target = ResultFolder.Open(_commands.Result).ReadManifest().Targets.ShouldHaveSingleItem();
        target.Settings[TargetDescription.ContainerSetting].ShouldBe("own/postgres:1 sha256:aaaa");
        target.Settings["container_engine"].ShouldBe("docker 1.2.3");
        target.Settings[TargetDescription.LimitsSetting].ShouldBe("512 MiB of memory and 0.5 cores (docker)");
        (target.Endpoint, target.Configuration, target.Placement)
            .ShouldBe(("a container", TargetDescription.ShippedConfiguration, "local"));

        string create = Said.Single(line => line.StartsWith("create ", StringComparison.Ordinal));
        create.ShouldContain("--env POSTGRES_PASSWORD ");
        create.ShouldContain(" --memory 536870912 --memory-swap 536870912 --cpus 0.5 sha256:0123");
        create.ShouldContain("--publish 127.0.0.1:");
        string password = File.ReadAllText(_commands.File("password"));
        password.Length.ShouldBeGreaterThan(30);
        Said.ShouldAllBe(line => !line.Contains(password, StringComparison.Ordinal));
        Directory.EnumerateFiles(_commands.Result, "*", SearchOption.AllDirectories)
            .ShouldAllBe(file => !File.ReadAllText(file).Contains(password, StringComparison.Ordinal));
        ShouldBeGone();

        // The same command goes on with the same image, and with no other.
        _commands.Expect(ExitCode.Done, "run", "--resume", _commands.Result, "--trials=2");
        File.WriteAllText(_commands.File("digest"), "bbbb");
        _commands.Expect(ExitCode.BadArguments, "run", "--resume", _commands.Result, "--trials=3").Error
            .ShouldContain("postgres: the setting container_image is own/postgres:1 sha256:bbbb, and was own/postgres:1 "
                + "sha256:aaaa");
        ShouldBeGone();
    }

    [Fact]
    [Needs("postgres")]
    [Needs("linux")]
    public void Run_InAContainerAndKilled_LeavesNothing()
    {
        StandIn();
        using (var run = _commands.Start([.. Small[..4], "--records=300", "--sources=1", "--trials=900", "--warmup=1"]))
        {
            _commands.WaitForTrial();
            run.Signal("KILL");
        }

        Poll.Until(() => !File.Exists(_commands.File("volume")), TimeSpan.FromMinutes(10))
            .ShouldBeTrue("the guard has removed nothing");
        ShouldBeGone();
    }

    [Fact]
    public void Run_OfAnImageThatCannotBeHad_NamesTheWays()
    {
        StandIn();
        File.WriteAllText(_commands.File("absent"), string.Empty);
        string error = _commands.Expect(ExitCode.Unreachable, Small).Error;
        error.ShouldContain(
            "own/postgres:1 cannot be used as a container of postgres: The image cannot be fetched: no such image.");
        error.ShouldContain("--container IMAGE");
        Said.ShouldAllBe(line => !line.StartsWith("create", StringComparison.Ordinal));
    }

    [Fact]
    public void Run_WithoutAnEngine_SaysWhatToInstall()
    {
        _commands.With("PATH", "/nowhere");
        _commands.Expect(ExitCode.Unreachable, Small).Error
            .ShouldContain("No container engine answers (docker: it is not on the PATH; podman: it is not on the PATH). "
                + "Install docker or podman");
    }

    [Fact]
    public void Run_WithoutAServer_NamesTheFlagWhereAnEngineIs()
    {
        StandIn();
        _commands.With("PATH", _commands.File("bin") + ":/bin").With("DBINGEST_SERVERS", "/nowhere")
            .With("CASSANDRA_HOME", string.Empty);
        _commands.Expect(ExitCode.Unreachable, "run", "--db=couchbase", "--records=300").Error
            .ShouldContain("Or have docker start it for the run: --container.");
        _commands.Expect(ExitCode.Unreachable, "run", "--db=couchbase", "--records=300", "--endpoint=127.0.0.1:1")
            .Error.ShouldNotContain("--container");
        _commands.Expect(ExitCode.Done, "targets", "--db=couchbase").Output.ShouldContain("--container");
    }

    private void StandIn()
    {
        string bin = _commands.File("bin");
        Directory.CreateDirectory(bin);
        File.WriteAllText(Path.Combine(bin, "docker"), Engine);
        File.SetUnixFileMode(Path.Combine(bin, "docker"), (UnixFileMode)0x1ED);
        File.WriteAllText(_commands.File("digest"), "aaaa");
        _commands.With("PATH", $"{bin}:{Environment.GetEnvironmentVariable("PATH")}").With("STAND_IN_FOLDER", _commands.Path)
            .With("DBINGEST", CommandFolder.Program).With("DATA", _data);
    }

    private void ShouldBeGone()
    {
        Said.ShouldContain(line => line.StartsWith("rm --force --volumes dbingest-run-postgres-", StringComparison.Ordinal));
        File.Exists(_commands.File("made")).ShouldBeFalse();
        File.Exists(_commands.File("volume")).ShouldBeFalse();
        Directory.Exists(_data).ShouldBeFalse("the server's data are there");
    }
}
