using DbIngest.Runner.Tests.Cli;

namespace DbIngest.Runner.Tests.Clusters;

/// <summary>What making a deployment and taking it down leave behind.</summary>
public sealed partial class ClusterTests
{
    [Fact]
    [Needs("postgres")]
    public void Up_WithPasswordAndCertificates_AsksForBothAndShowsNeither()
    {
        Certificates.Write(_folder.Commands.Path, "127.0.0.1");
        string file = Postgres(
            "sure.yaml", "credentials: {user: ingest, password_env: SURE_PASSWORD}\ntls: {authority: ca.crt, certificate: "
            + "node.crt, key: node.key}\n");
        _folder.Commands.Expect(ExitCode.BadArguments, "cluster", "up", file).Error
            .ShouldContain("the environment variable SURE_PASSWORD is not set");
        const string password = "so'secret\\1";
        _folder.Commands.With("SURE_PASSWORD", password);

        _folder.Report("up", file);
        var run = _folder.Commands.Expect(ExitCode.Done, ["run", .. Small, "--cluster", file]);

        _folder.Commands.Trials.ShouldAllBe(trial => trial.Audit!.Passed);
        run.ToString().ShouldNotContain(password);
        foreach (string written in Directory.EnumerateFiles(_folder.Commands.Path, "*", SearchOption.AllDirectories)
            .Where(f => Path.GetExtension(f) is ".json" or ".jsonl" or ".log" or ".html"))
        {
            File.ReadAllText(written).ShouldNotContain(password, Case.Sensitive, written);
        }

        _folder.Commands.With("SURE_PASSWORD", "another");
        _folder.Report("check", file, ExitCode.Unreachable);
    }

    [Fact]
    [Needs("postgres")]
    [Needs("root")]
    public void Up_AsRoot_LeavesTheServersAccountNoWayToRoot()
    {
        Certificates.Write(_folder.Commands.Path, "127.0.0.1");
        string file = Postgres(
            "sure.yaml", "credentials: {user: ingest, password_env: SURE_PASSWORD}\ntls: {authority: ca.crt, certificate: "
            + "node.crt, key: node.key}\n");
        _folder.Commands.With("SURE_PASSWORD", "so secret");
        var node = Node(_folder.Report("up", file));
        string folder = node.GetProperty("folder").GetString()!;
        int process = node.GetProperty("process_id").GetInt32();

        File.ReadAllText($"/proc/{process}/environ").ShouldNotContain("so secret");
        string account = File.ReadLines($"/proc/{process}/status")
            .Single(line => line.StartsWith("Uid:", StringComparison.Ordinal)).Split('\t')[1];
        account.ShouldNotBe("0");
        string precious = _folder.Commands.File("precious");
        File.WriteAllText(precious, "root's");
        string Tell(params string[] words) => Words(["setpriv", $"--reuid={account}", "--clear-groups", .. words]).ToString();
        foreach (string place in (string[])["link", "stdout.log.new", "certs/link", "pid.new"])
        {
            Tell("ln", "-s", precious, Path.Combine(folder, place)).ShouldContain("Permission denied");
        }

        Tell("mv", Path.Combine(folder, "certs"), Path.Combine(folder, "elsewhere")).ShouldContain("Permission denied");
        Tell("cat", Path.Combine(folder, "data/PG_VERSION")).ShouldContain("1");
        Tell("ln", "-s", precious, Path.Combine(folder, "data/link")).ShouldNotContain("denied");

        // The next start changes no owner of what a link leads to.
        _folder.Commands.Expect(ExitCode.Done, "cluster", "stop", file);
        _folder.Report("up", file);
        Words("stat", "-c", "%u", precious).Output.Trim().ShouldBe("0");
        Words("stat", "-c", "%u %a", folder).Output.Trim().ShouldBe("0 711");
        Words("stat", "-c", "%u %a", Path.Combine(folder, "data")).Output.Trim().ShouldBe($"{account} 700");
        Words("stat", "-c", "%u %a", Path.ChangeExtension(file, ".state.json")).Output.Trim().ShouldBe("0 600");
    }

    [Fact]
    [Needs("postgres")]
    public void Up_WhereSomethingElseIs_TouchesNothing()
    {
        string file = Postgres();
        string node = $"{_folder.Data}/one.yaml/n1";
        Directory.CreateDirectory(node);
        File.WriteAllText(Path.Combine(node, "precious"), "data");

        _folder.Commands.Expect(ExitCode.Unreachable, "cluster", "up", file).Error
            .ShouldContain("holds something that this deployment did not make");
        Directory.GetFiles(_folder.Commands.Path).ShouldBe([file], "nothing was made, so that nothing is written down");
        _folder.Commands.Expect(ExitCode.Done, "cluster", "down", file, "--remove-data").Output
            .ShouldContain("nothing of it was made");

        File.ReadAllText(Path.Combine(node, "precious")).ShouldBe("data");
        Directory.Delete(node, recursive: true);

        // What stands in the way of a deployment that is up is no reason to forget that: another folder is another deployment.
        _folder.Report("up", file);
        string other = _folder.Write("one.yaml", File.ReadAllText(file) + "name: other\n");
        _folder.Commands.Expect(ExitCode.BadArguments, "cluster", "up", other).Error.ShouldContain("take it down first");
    }

    [Fact]
    [Needs("postgres")]
    public void Up_WhereThePortIsTaken_LeavesNoState()
    {
        string file = Postgres();
        _folder.Report("up", file);
        string other = _folder.Write("two.yaml", File.ReadAllText(file)
            .Replace("one.yaml", "two.yaml", StringComparison.Ordinal));

        _folder.Commands.Expect(ExitCode.Unreachable, "cluster", "up", other).Error.ShouldContain("Another program uses port");
        File.Exists(Path.ChangeExtension(other, ".state.json")).ShouldBeFalse();
        File.Exists(Path.ChangeExtension(other, ".state.json.new")).ShouldBeFalse();
    }

    [Fact]
    [Needs("postgres")]
    public void Up_ThatFails_RemembersWhatItMadeAndNothingElse()
    {
        string file = Postgres(further: "settings: {shared_buffers: 900G}\n");
        string state = Path.ChangeExtension(file, ".state.json");
        Directory.CreateDirectory($"{_folder.Data}/one.yaml");
        File.SetUnixFileMode($"{_folder.Data}/one.yaml", (UnixFileMode)0x1FF);

        _folder.Commands.Expect(ExitCode.Unreachable, "cluster", "up", file).Error
            .ShouldContain("others than its owner can write in");
        File.Exists(state).ShouldBeFalse();

        Directory.Delete($"{_folder.Data}/one.yaml");
        _folder.Commands.Expect(ExitCode.Unreachable, "cluster", "up", file);
        File.Exists(state).ShouldBeTrue();
        Directory.Exists($"{_folder.Data}/one.yaml/n1/data").ShouldBeTrue();
        File.WriteAllText(file, File.ReadAllText(file).Replace("900G", "16M", StringComparison.Ordinal));
        _folder.Report("up", file).GetProperty("is_serving").GetBoolean().ShouldBeTrue();
        _folder.Commands.Expect(ExitCode.Done, "cluster", "down", file, "--remove-data");
        Directory.Exists($"{_folder.Data}/one.yaml").ShouldBeFalse();
    }

    /// <summary>As within a container: it had ended as a fault of the program.</summary>
    [Fact]
    [Needs("postgres")]
    [Needs("mount")]
    public void Up_LimitsThatNothingApplies_AreRefusedWithTheRemedy()
    {
        string file = Postgres(further: "memory: 1G\n");

        var up = _folder.Commands.Shell("unshare --mount sh -c \"mount -t tmpfs none /sys/fs/cgroup; mount -t tmpfs none /run; "
            + $"exec {CommandFolder.Program} cluster up {file}\"");

        up.ExitCode.ShouldBe((int)ExitCode.Unreachable, up.ToString());
        up.Error.ShouldContain("nothing applies memory and cpus on this machine");
    }

    [Fact]
    [Needs("postgres")]
    [Needs("cgroup")]
    public void Up_AfterANodeEndedByItself_RemovesTheNodesControlGroups()
    {
        string file = Postgres(further: "memory: 1G\n");
        var node = Node(_folder.Report("up", file));
        string[] groups = File.ReadAllLines(Path.Combine(node.GetProperty("folder").GetString()!, "groups"));
        Words("sh", "-c", $"kill -INT {node.GetProperty("process_id").GetInt32()}").ExitCode.ShouldBe(0);
        Poll.Until(() => groups.All(group => File.ReadAllText(Path.Combine(group, "cgroup.procs")).Length == 0),
            TimeSpan.FromMinutes(1)).ShouldBeTrue();

        _folder.Report("up", file);

        groups.ShouldAllBe(group => !Directory.Exists(group));
    }

    [Fact]
    [Needs("postgres")]
    public void Up_AfterAFileThatMadeNothing_ForgetsThat()
    {
        string file = Postgres();
        _folder.Report("up", file);
        string state = Path.ChangeExtension(file, ".state.json");
        string written = File.ReadAllText(state);
        _folder.Commands.Expect(ExitCode.Done, "cluster", "down", file, "--remove-data");
        File.WriteAllText(state, written);
        File.WriteAllText(file, File.ReadAllText(file)
            .Replace($"{_folder.Data}/one.yaml", $"{_folder.Data}/two", StringComparison.Ordinal));

        Node(_folder.Report("up", file)).GetProperty("folder").GetString().ShouldBe($"{_folder.Data}/two/n1");
    }

    [Fact]
    [Needs("postgres")]
    public void Down_NodeFolderThatIsALink_IsNoSuccess()
    {
        string file = Postgres();
        string node = Node(_folder.Report("up", file)).GetProperty("folder").GetString()!;
        _folder.Commands.Expect(ExitCode.Done, "cluster", "stop", file).Output.ShouldContain("- n1: stopped");
        _folder.Commands.Expect(ExitCode.Done, "cluster", "stop", file).Output.ShouldContain("- n1: it did not run");
        Directory.Move(node, node + "-elsewhere");
        Directory.CreateSymbolicLink(node, node + "-elsewhere");

        _folder.Commands.Expect(ExitCode.Unreachable, "cluster", "down", file, "--remove-data").Output
            .ShouldContain("is a link, which this deployment did not make");
        _folder.Commands.Expect(ExitCode.Unreachable, "cluster", "up", file).Error
            .ShouldContain("is a link, which is not followed");
        File.Exists(Path.Combine(node + "-elsewhere", "data/PG_VERSION")).ShouldBeTrue();

        File.Delete(node);
        Directory.Move(node + "-elsewhere", node);
        _folder.Commands.Expect(ExitCode.Done, "cluster", "down", file, "--remove-data").Output
            .ShouldContain("nothing is left of it");
    }

    [Fact]
    [Needs("postgres")]
    public void Up_Killed_LeavesNothingThatDownDoesNotFind()
    {
        string file = Postgres();
        using (var up = _folder.Commands.Start("cluster", "up", file))
        {
            up.WaitForError("Making and starting n1");
            up.Signal("KILL");
            up.Wait();
        }

        Poll.Until(() => File.Exists(Path.ChangeExtension(file, ".state.json")), TimeSpan.FromSeconds(10)).ShouldBeTrue();
        _folder.Report("up", file).GetProperty("is_serving").GetBoolean().ShouldBeTrue();
        _folder.Commands.Expect(ExitCode.Done, "cluster", "down", file, "--remove-data");
        Directory.Exists($"{_folder.Data}/one.yaml").ShouldBeFalse();
    }

    [Fact]
    [Needs("postgres")]
    public void Up_Interrupted_SaysSoAndGoesOnLater()
    {
        string file = Postgres();
        using (var up = _folder.Commands.Start("cluster", "up", file))
        {
            up.WaitForError("Making and starting n1");
            up.Signal("INT");
            up.Wait().ExitCode.ShouldBe((int)ExitCode.Interrupted);
        }

        _folder.Report("up", file).GetProperty("is_serving").GetBoolean().ShouldBeTrue();
    }
}
