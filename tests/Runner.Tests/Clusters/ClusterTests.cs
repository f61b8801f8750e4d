using System.Text.Json;
using DbIngest.Core.Results;
using DbIngest.Runner.Tests.Cli;
using Npgsql;

namespace DbIngest.Runner.Tests.Clusters;

/// <summary>Deployments on this machine, with real servers.</summary>
public sealed partial class ClusterTests : IDisposable
{
    private static readonly string[] Small = ["--records=300", "--sources=2", "--batch=100", "--trials=1", "--warmup=0"];

    private readonly ClusterFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    private string Postgres(string name = "one.yaml", string further = "") => _folder.Write(
        name, $"database: postgres\nprovider: local\nport: {ClusterFolder.FreePort()}\nfolder: {_folder.Data}/{name}\n{further}");

    [Fact]
    [Needs("postgres")]
    public void Cluster_FromUpToDown_ServesOutlivesItsCommandAndLeavesNothing()
    {
        string file = Postgres();

        var up = _folder.Report("up", file);
        up.GetProperty("is_serving").GetBoolean().ShouldBeTrue();
        int process = Node(up).GetProperty("process_id").GetInt32();
        string nodeFolder = Node(up).GetProperty("folder").GetString()!;

        // Again: nothing changes.
        var again = _folder.Commands.Expect(ExitCode.Done, "cluster", "up", file);
        again.Error.ShouldContain("nothing was changed");
        var check = _folder.Report("check", file);
        Node(check).GetProperty("process_id").GetInt32().ShouldBe(process);
        Node(check).GetProperty("version").GetString()!.ShouldMatch(@"^[0-9]+\.[0-9]+");
        Node(check).GetProperty("syncs_per_s").GetDouble().ShouldBeGreaterThan(0);
        Node(check).GetProperty("round_trip_s").GetDouble().ShouldBeInRange(0, 1);
        check.GetProperty("deviations").GetArrayLength().ShouldBe(0);

        // What is up needs no more to be found: another shell may not know where the programs are.
        _folder.Commands.With("DBINGEST_POSTGRES_BIN", "/nowhere");
        _folder.Report("check", file);
        _folder.Commands.With("DBINGEST_POSTGRES_BIN", string.Empty);
        Node(_folder.Report("size", file)).GetProperty("used_bytes").GetInt64().ShouldBeGreaterThan(1 << 20);

        // It dies: that is seen, and up brings it back with its data.
        RunningCommand.Signal(process, "KILL");
        Poll.Until(() => !Directory.Exists($"/proc/{process}"), TimeSpan.FromSeconds(30));
        Node(_folder.Report("check", file, ExitCode.Unreachable)).GetProperty("state").GetString().ShouldBe("stopped");
        Node(_folder.Report("up", file)).GetProperty("process_id").GetInt32().ShouldNotBe(process);

        _folder.Commands.Expect(ExitCode.Done, "cluster", "stop", file);
        Node(_folder.Report("check", file, ExitCode.Unreachable)).GetProperty("state").GetString().ShouldBe("stopped");
        _folder.Commands.Expect(ExitCode.Done, "cluster", "down", file);
        Directory.Exists(nodeFolder).ShouldBeTrue("data are removed only when that is asked for");
        _folder.Commands.Expect(ExitCode.Done, "cluster", "down", file, "--remove-data");
        Directory.Exists(nodeFolder).ShouldBeFalse();
        File.Exists(Path.ChangeExtension(file, ".state.json")).ShouldBeFalse();
        _folder.Commands.Expect(ExitCode.Done, "cluster", "down", file, "--remove-data").Output
            .ShouldContain("nothing of it was made");
    }

    /// <summary>Takes long: two servers, and three starts of the program, each of which warms up.</summary>
    [Fact]
    [Needs("postgres")]
    public void Run_TwoDeployments_AreAnAxisThatTheManifestHasWholeAndResumeKnows()
    {
        string one = Postgres("small.yaml", "settings: {shared_buffers: 16M}\n");
        string two = Postgres("large.yaml", "settings: {shared_buffers: 32M}\n");
        _folder.Report("up", one);
        _folder.Report("up", two);

        _folder.Commands.Expect(ExitCode.Done, ["run", .. Small, "--cluster", $"{one},{two}"]);

        _folder.Commands.Trials.Count.ShouldBe(2);
        _folder.Commands.Trials.ShouldAllBe(trial => trial.Status == TrialStatus.Complete && trial.Audit!.Passed);
        var manifest = ResultFolder.Open(_folder.Commands.Result).ReadManifest();
        manifest.Configuration.Deployments!.Keys.ShouldBe(["small", "large"]);
        manifest.Configuration.Deployments["large"].GetProperty("settings").GetProperty("shared_buffers").GetString()
            .ShouldBe("32M");
        manifest.Targets.Select(target => target.Settings["shared_buffers"]).Distinct().Count().ShouldBe(2);
        manifest.DeploymentLimits!.Keys.ShouldBe(["small", "large"]);
        manifest.DeploymentLimits.Values.ShouldAllBe(nodes => nodes.Single().DiskBytesPerS > 0 && nodes.Single()
            .ThereBytesPerS == null);
        _folder.Commands.Trials.ShouldAllBe(trial => trial.ServerNodes!.Single().Use.CpuS == trial.Server!.CpuS
            && trial.ServerNodes!.Single().Use.SentBytes == null);

        // The same goes on; another content of the file is another sweep.
        _folder.Commands.Expect(ExitCode.Done, "run", "--resume", _folder.Commands.Result, "--trials=2");
        _folder.Commands.Trials.Count.ShouldBe(4);
        File.WriteAllText(two, File.ReadAllText(two).Replace("32M", "64M", StringComparison.Ordinal));
        _folder.Commands.Expect(ExitCode.BadArguments, "run", "--resume", _folder.Commands.Result).Error
            .ShouldContain("deployment large: settings is {\"shared_buffers\":\"64M\"}, and was");

        // And up says that it is not what runs.
        var other = _folder.Commands.Expect(ExitCode.BadArguments, "cluster", "up", two);
        other.Error.ShouldContain("settings is {\"shared_buffers\":\"64M\"}");
        other.Error.ShouldContain("cluster stop");
        _folder.Report("check", two, ExitCode.BadArguments).GetProperty("deviations").GetArrayLength().ShouldBeGreaterThan(0);
    }

    [Fact]
    [Needs("postgres")]
    public void Verbs_WithACluster_UseIt()
    {
        string file = Postgres();
        var down = _folder.Commands.Expect(ExitCode.Unreachable, ["run", .. Small, "--cluster", file]);
        down.Error.ShouldContain($"cluster up {file}");

        _folder.Report("up", file);
        _folder.Commands.Expect(ExitCode.Done, "targets", "--cluster", file).Output.ShouldContain("usable now");
        _folder.Commands.Expect(ExitCode.Done, ["plan", .. Small, "--cluster", file]);
        _folder.Commands.Expect(ExitCode.Done, ["run", .. Small, "--keep", "--cluster", file]);
        _folder.Commands.Expect(ExitCode.Done, "verify", _folder.Commands.Result);
        _folder.Commands.Expect(ExitCode.BadArguments, ["run", .. Small, "--cluster", file, "--db=sqlite"]).Error
            .ShouldContain("which --db does not name");
        _folder.Commands.Expect(ExitCode.BadArguments, ["run", .. Small, "--cluster", file, "--endpoint=localhost:5432"]).Error
            .ShouldContain("says where postgres is");
    }

    /// <summary>
    /// PostgreSQL runs as an account of its own where we are root. That account owns the data, and no folder in which root writes
    /// or changes an owner.
    /// </summary>
    /// <summary>What a failed up has made is not forgotten; where it made nothing, there is nothing to remember.</summary>
    /// <summary>
    /// An earlier version wrote down what it was about to make before it looked: then nothing may be there, and the file is
    /// corrected.
    /// </summary>
    [Fact]
    [Needs("postgres")]
    public void Run_WhatIsNotTheDeploymentOfItsFile_IsRefusedWithTheRemedy()
    {
        string one = Postgres();
        _folder.Report("up", one);
        string state = Path.ChangeExtension(one, ".state.json");
        CommandResult Refused(ExitCode code, string file)
        {
            var refused = _folder.Commands.Expect(code, ["run", .. Small, "--cluster", file]);
            refused.Error.ShouldContain($"cluster up {file}");
            _folder.Commands.HasResult.ShouldBeFalse();
            return refused;
        }

        // Another file on the same port: that server is somebody else's. So it is with a copy of the state file.
        string two = _folder.Write("two.yaml", File.ReadAllText(one));
        Refused(ExitCode.Unreachable, two).Error.ShouldContain("Deployment two is not up");
        _folder.Report("check", two, ExitCode.Unreachable);
        File.Copy(state, Path.ChangeExtension(two, ".state.json"));
        Refused(ExitCode.BadArguments, two).Error.ShouldContain("name is \"two\", and was \"one\"");
        _folder.Report("check", two, ExitCode.BadArguments);
        File.Delete(Path.ChangeExtension(two, ".state.json"));

        // A setting that was added after up is not what runs.
        string text = File.ReadAllText(one);
        File.WriteAllText(one, text + "settings: {shared_buffers: 256M}\n");
        Refused(ExitCode.BadArguments, one).Error.ShouldContain("settings is {\"shared_buffers\":\"256M\"}, and was");
        File.WriteAllText(one, text);

        // A server without the mark is another one, or one of an earlier version.
        Query(one, "SELECT 'DROP SCHEMA ' || nspname FROM pg_namespace WHERE nspname LIKE 'dbingest_deployment_%'");
        Refused(ExitCode.Unreachable, one).Error.ShouldContain("does not carry this deployment's mark");
        Node(_folder.Report("check", one, ExitCode.Unreachable)).GetProperty("detail").GetString()!
            .ShouldContain("does not carry this deployment's mark");
        string written = File.ReadAllText(state);
        File.WriteAllText(state, written.Replace("\"is_marked\": true", "\"is_marked\": false", StringComparison.Ordinal));
        Refused(ExitCode.BadArguments, one).Error.ShouldContain("carry no mark");
        _folder.Report("check", one, ExitCode.BadArguments);

        // What 'up' makes right; a resume looks again.
        _folder.Commands.Expect(ExitCode.Done, "cluster", "up", one).Error.ShouldContain("nothing was changed");
        _folder.Commands.Expect(ExitCode.Done, ["run", .. Small, "--cluster", one]);
        Query(one, "SELECT 'DROP SCHEMA ' || nspname FROM pg_namespace WHERE nspname LIKE 'dbingest_deployment_%'");
        _folder.Commands.Expect(ExitCode.Unreachable, "run", "--resume", _folder.Commands.Result, "--trials=3").Error
            .ShouldContain("does not carry this deployment's mark");
    }

    [Fact]
    [Needs("postgres")]
    public void Render_Deployment_ChangesNothing()
    {
        string file = Postgres();

        string text = _folder.Commands.Expect(ExitCode.Done, "cluster", "render", file).Output;

        text.ShouldContain("initdb");
        text.ShouldContain("pg_hba.conf");
        Directory.Exists(_folder.Data).ShouldBeFalse();
        Directory.GetFiles(_folder.Commands.Path).ShouldBe([file]);
    }

    [Theory]
    [InlineData("cassandra")]
    [InlineData("mariadb")]
    [InlineData("postgres")]
    [InlineData("cockroach")]
    [InlineData("mongodb")]
    [InlineData("questdb")]
    [InlineData("clickhouse")]
    [InlineData("influxdb")]
    public void Render_HomeThatIsNotThere_IsTextAllTheSameAndUpRefusesIt(string database)
    {
        string file = _folder.Write("far.yaml", $"database: {database}\nprovider: local\nhome: /nowhere\n");

        string text = _folder.Commands.Expect(ExitCode.Done, "cluster", "render", file).Output;

        text.ShouldContain($"# home: /nowhere does not hold the programs of {database} on this machine; 'up' needs them there");
        text.ShouldContain("/nowhere/");
        _folder.Commands.Expect(ExitCode.BadArguments, "cluster", "up", file)
            .Error.ShouldContain(
                "far.yaml: home: there is no folder /nowhere on this machine; name the one that holds the vendor's programs");
    }

    [Fact]
    public void Render_NoHomeAndNoPrograms_SaysWhatToGive()
    {
        using var bare = new CommandFolder().With("PATH", "/nonexistent").With("CASSANDRA_HOME", string.Empty)
            .With("DBINGEST_SERVERS", string.Empty);
        File.WriteAllText(bare.File("bare.yaml"), "database: cassandra\nprovider: local\n");

        bare.Expect(ExitCode.Unreachable, "cluster", "render", bare.File("bare.yaml")).Error.ShouldContain("write home: FOLDER");
    }

    [Fact]
    [Needs("postgres")]
    public void Run_SourcesOnAHost_CannotReachADeploymentOfThisMachine()
    {
        _folder.Commands.Expect(ExitCode.BadArguments, ["run", "--records=300", "--sources=1@alpha", "--cluster", Postgres()])
            .Error.ShouldContain("whose nodes are at addresses of this machine alone");
    }

    /// <summary>
    /// A comma in a path is no list where a file of that name is there; and who starts a sweep finds its folder.
    /// </summary>
    [Fact]
    [Needs("postgres")]
    public void Run_FileWithACommaAsJson_SaysWhereItsResultIs()
    {
        string file = _folder.Write("one, and only.yaml", File.ReadAllText(Postgres()) + "name: one\n");
        _folder.Report("up", file);

        using var json =
            JsonDocument.Parse(_folder.Commands.Expect(ExitCode.Done, ["run", .. Small, "--cluster", file, "--json"]).Output);

        json.RootElement.GetProperty("folder").GetString().ShouldBe(_folder.Commands.Result);
    }

    /// <summary>The data of a server lie where its own configuration says, and not in the work folder.</summary>
    [Fact]
    [Needs("postgres")]
    public void Plan_ServerOfAnEndpoint_KnowsNoDisk()
    {
        string file = Postgres();
        string endpoint = _folder.Report("up", file).GetProperty("endpoint").GetString()!;
        JsonElement Plan(params string[] where) => JsonDocument.Parse(
            _folder.Commands.Expect(ExitCode.Done, ["plan", .. Small, .. where, "--json"]).Output).RootElement;

        var named = Plan("--db=postgres", $"--endpoint={endpoint}");
        named.GetProperty("disk_needed_bytes").GetInt64().ShouldBeGreaterThan(0);
        named.GetProperty("disk_free_bytes").ValueKind.ShouldBe(JsonValueKind.Null);
        named.GetProperty("fits").ValueKind.ShouldBe(JsonValueKind.Null);
        Plan("--cluster", file).GetProperty("disk_free_bytes").GetInt64().ShouldBeGreaterThan(0);
    }

    /// <summary>They need none without <c>--json</c>, and have ended the nodes before they report.</summary>
    [Theory]
    [InlineData("stop")]
    [InlineData("down")]
    public void End_AsJsonWithoutThePassword_ReportsTheNodes(string action)
    {
        string file = _folder.Write("sure.yaml", $"database: postgres\nprovider: local\nfolder: {_folder.Data}\ncredentials: "
            + "{user: ingest, password_env: PASSWORD_THAT_IS_NOT_SET}\n");

        Node(_folder.Report(action, file)).GetProperty("state").GetString().ShouldBe("absent");
    }

    [Theory]
    [InlineData("cluster", "cluster: say what to do with which file")]
    [InlineData("cluster upp x.yaml", "cluster upp: there is no such action; did you mean up?")]
    [InlineData("cluster up", "cluster up: the deployment file is missing")]
    [InlineData("cluster up a.yaml b.yaml", "one deployment at a time")]
    [InlineData("cluster up nowhere.yaml", "nowhere.yaml: it cannot be read")]
    [InlineData("cluster stop nowhere.yaml --remove-data", "--remove-data: cluster stop removes nothing")]
    [InlineData("run --cluster nowhere.yaml", "--cluster: nowhere.yaml: it cannot be read")]
    public void Cluster_WrongArguments_AreRefusedWithTheRemedy(string line, string said) =>
        _folder.Commands.Expect(ExitCode.BadArguments, line.Split(' ')).Error.ShouldContain(said);

    /// <summary>Asks the server of a deployment for a statement, and carries that out.</summary>
    private void Query(string file, string question)
    {
        string endpoint = _folder.Report("check", file).GetProperty("endpoint").GetString()!;
        var place = new Uri(endpoint);
        using var connection = new NpgsqlConnection(
            $"Host={place.Host};Port={place.Port};Username={place.UserInfo};Database=postgres;Pooling=false");
        connection.Open();
        using var ask = new NpgsqlCommand(question, connection);
        using var work = new NpgsqlCommand((string)ask.ExecuteScalar()!, connection);
        work.ExecuteNonQuery();
    }

    private CommandResult Words(params string[] words)
    {
        using var command = _folder.Commands.StartWords(words);
        return command.Wait();
    }

    private static JsonElement Node(JsonElement report) => report.GetProperty("nodes")[0];
}
