using System.Diagnostics;
using System.Globalization;
using DbIngest.Clusters.Hosts;

namespace DbIngest.Clusters.Tests.Hosts;

/// <summary>What is done in a node's folder, and where it is refused: another account must not make it go elsewhere.</summary>
public sealed class NodeFolderTests : IDisposable
{
    private const string Id = "0123456789abcdef";
    private const UnixFileMode Own = UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute;
    private static readonly CancellationToken None = CancellationToken.None;
    private readonly string _root = Directory.CreateTempSubdirectory("dbingest-node-").FullName;

    /// <summary>A machine whose shell prints lines before a command does.</summary>
    private static HostShell Greeting => new("far", (_, command) => new ProcessStartInfo("sh",
        ["-c", "echo ====; echo hello; echo ====; exec \"$@\"", "sh", .. command])
    { UseShellExecute = false });

    private static ClusterContext Hasty => new("one.yaml", _ => throw new InvalidOperationException(), _ => null,
        _ => throw new InvalidOperationException(), _ => { })
    {
        HostTimeout = TimeSpan.FromSeconds(0.5),
    };

    /// <summary>A script that lives for 30 s, or as long as the test.</summary>
    private string Lingering =>
        $"n=0; while [ -d {_root} ] && [ $n -lt 300 ]; do n=$((n + 1)); sleep 0.1; done; touch {_root}/lingered";

    private string Base => Path.Combine(_root, "base");

    private string Node => Path.Combine(Base, "n1");

    public void Dispose() => Directory.Delete(_root, recursive: true);

    [Fact]
    public void Make_New_IsClosedToOthersAndSoAreItsFiles()
    {
        var folder = Folder();
        folder.Make(["data", "certs"], None);
        folder.Write("600", "certs/node.key", "key", None);
        folder.Step(["sh", "-c", "echo stored >data/file"], null, None);

        File.GetUnixFileMode(Node).ShouldBe(Own);
        File.GetUnixFileMode(Path.Combine(Node, "data")).ShouldBe(Own);
        File.GetUnixFileMode(Path.Combine(Node, "data/file")).ShouldBe(UnixFileMode.UserRead | UnixFileMode.UserWrite);
        File.GetUnixFileMode(Path.Combine(Node, "deployment")).ShouldBe(UnixFileMode.UserRead | UnixFileMode.UserWrite);
        folder.State(None).State.ShouldBe("stopped");
        folder.Remove(None);
        Directory.Exists(Base).ShouldBeFalse();
    }

    /// <summary>Two equal lines of it had ended the program with a stack trace.</summary>
    [Fact]
    public void State_BehindAGreeting_IsRead() => new NodeFolder(Greeting, Node, Id).State(None).State.ShouldBe("absent");

    [Theory]
    [InlineData("/dev/sda1", "/")]
    [InlineData("//nas/my share", "/mnt/my data")]
    public void State_DeviceWhoseNameHasBlanks_HasItsFreeSpace(string device, string mount)
    {
        var state = new NodeFolder(Having("df", $"echo '{device}  1000 600  400  60% {mount}'"), Node, Id).State(None);
        state.Device.ShouldBe(device);
        state.FreeBytes.ShouldBe(400 << 10);
    }

    /// <summary>A run would else be refused, since every file of the node deviates from the plan.</summary>
    [Fact]
    public void Holds_BehindAGreeting_ComparesTheFileAlone()
    {
        var folder = new NodeFolder(Greeting, Node, Id);
        folder.Make([], None);
        folder.Write("644", "node.conf", "port = 1\n", None);

        folder.Holds("node.conf", "port = 1\n", None).ShouldBeTrue();
        folder.Holds("node.conf", "port = 1", None).ShouldBeFalse();
        folder.Holds("other.conf", string.Empty, None).ShouldBeFalse();
        folder.Stop("TERM", None).ShouldBe(StopOutcome.Idle);
    }

    [Theory]
    [InlineData("base")]
    [InlineData("base/n1")]
    public void Make_WhereALinkIs_IsRefusedAndNothingIsMadeBehindIt(string link)
    {
        string elsewhere = Directory.CreateDirectory(Path.Combine(_root, "elsewhere")).FullName;
        Directory.CreateDirectory(Path.GetDirectoryName(Path.Combine(_root, link))!);
        File.CreateSymbolicLink(Path.Combine(_root, link), elsewhere);

        Should.Throw<ClusterException>(() => Folder().Make([], None)).Message
            .ShouldContain($"{link} is a link, which is not followed");

        Directory.EnumerateFileSystemEntries(elsewhere).ShouldBeEmpty();
    }

    /// <summary>Behind a slash, a link is the folder that it leads to.</summary>
    [Fact]
    public void Make_LinkWrittenWithASlash_IsRefusedToo()
    {
        Directory.CreateDirectory(Base);
        File.CreateSymbolicLink(Node, Directory.CreateDirectory(Path.Combine(_root, "elsewhere")).FullName);
        var folder = new NodeFolder(new HostShell(null, null), Node + "/", Id);

        folder.State(None).State.ShouldBe("link");
        Should.Throw<ClusterException>(() => folder.Make([], None)).Message.ShouldContain("is a link, which is not followed");
    }

    [Fact]
    public void Remove_NodeThatBecameALink_IsRefusedAndKeepsWhatItLeadsTo()
    {
        var folder = Folder();
        folder.Make([], None);
        string elsewhere = Path.Combine(_root, "elsewhere");
        Directory.Move(Node, elsewhere);
        File.CreateSymbolicLink(Node, elsewhere);

        folder.State(None).State.ShouldBe("link");
        Should.Throw<ClusterException>(() => folder.Remove(None)).Message.ShouldContain("is a link");
        Should.Throw<ClusterException>(() => folder.Write("600", "file", "text", None));
        File.Exists(Path.Combine(elsewhere, "deployment")).ShouldBeTrue();
    }

    /// <summary>A node whose disk is full would else lose its mark at its next start, and be another's.</summary>
    [Fact]
    public void Make_Again_LeavesTheMarkAsItIs()
    {
        Folder().Make([], None);
        string mark = Path.Combine(Node, "deployment");
        File.SetLastWriteTimeUtc(mark, DateTime.UnixEpoch);

        Folder().Make(["data"], None);

        File.GetLastWriteTimeUtc(mark).ShouldBe(DateTime.UnixEpoch);
    }

    /// <summary>As one that is interrupted, or whose disk fails: else the rest would be another's, and stay.</summary>
    [Fact]
    public void Remove_ThatFails_SaysSoAndGoesOnTheNextTime()
    {
        Folder().Make(["certs", "data"], None);
        var failing = Having("rm", "case $* in */data) exit 1 ;; esac\nexec /bin/rm \"$@\"");

        Should.Throw<ClusterException>(() => new NodeFolder(failing, Node, Id).Remove(None));
        Directory.Exists(Path.Combine(Node, "data")).ShouldBeTrue();
        Folder().Remove(None);
        Directory.Exists(Node).ShouldBeFalse();
    }

    [Fact]
    public void Stop_NodeOfAnotherDeployment_IsRefusedAndLeavesItsProcess()
    {
        var folder = Folder();
        folder.Make([], None);
        using var node = Process.Start("tail", ["-f", Path.Combine(Node, "deployment")]);
        try
        {
            File.WriteAllText(Path.Combine(Node, "pid"), node.Id.ToString(CultureInfo.InvariantCulture));
            var other = new NodeFolder(new HostShell(null, null), Node, "fedcba9876543210");

            Should.Throw<ClusterException>(() => other.Stop("TERM", None)).Message.ShouldContain("is not this deployment's");
            node.HasExited.ShouldBeFalse();
            folder.Stop("TERM", None).ShouldBe(StopOutcome.Ended);
        }
        finally
        {
            node.Kill();
        }
    }

    /// <summary>Process ids are used again: after a start of the machine, that of n1 may be the one of n10.</summary>
    [Theory]
    [InlineData("n1", "running")]
    [InlineData("n10", "stopped")]
    public void State_ProcessOfANodeWhoseNameBeginsAlike_IsNotItsOwn(string name, string state)
    {
        Folder().Make([], None);
        string file = Path.Combine(Directory.CreateDirectory(Path.Combine(Base, name)).FullName, "data");
        File.WriteAllText(file, string.Empty);
        using var node = Process.Start("tail", ["-f", file]);
        try
        {
            File.WriteAllText(Path.Combine(Node, "pid"), node.Id.ToString(CultureInfo.InvariantCulture));
            Folder().State(None).State.ShouldBe(state);
        }
        finally
        {
            node.Kill();
        }
    }

    [Theory]
    [InlineData("base", UnixFileMode.OtherWrite, true)]
    [InlineData("base", UnixFileMode.GroupWrite, true)]
    [InlineData("base", UnixFileMode.OtherWrite | UnixFileMode.StickyBit, false)]
    [InlineData("base/n1", UnixFileMode.OtherWrite | UnixFileMode.StickyBit, true)]
    [InlineData("base/n1", UnixFileMode.None, false)]
    public void Make_WhereOthersWrite_IsRefused(string place, UnixFileMode further, bool isRefused)
    {
        Directory.CreateDirectory(Node, Own);
        File.SetUnixFileMode(Path.Combine(_root, place), Own | further);
        void Make() => Folder().Make([], None);

        if (isRefused)
        {
            Should.Throw<ClusterException>(Make).Message
                .ShouldContain($"others than its owner can write in {Path.Combine(_root, place)}");
        }
        else
        {
            Make();
        }
    }

    /// <summary>Else 'down' would forget a node that it does not see, as where it reaches the host by another account.</summary>
    [Fact]
    [Needs("root")]
    public void State_FolderClosedToTheAccount_IsNotAbsent()
    {
        Folder().Make([], None);
        File.SetUnixFileMode(_root, Own | UnixFileMode.OtherRead | UnixFileMode.OtherExecute);
        var other = new HostShell("far", (_, command) => new ProcessStartInfo("setpriv",
            ["--reuid=65534", "--regid=65534", "--clear-groups", .. command])
        { UseShellExecute = false });

        Should.Throw<ClusterException>(() => new NodeFolder(other, Node, Id).State(None)).Message.ShouldContain(Node);
    }

    [Theory]
    [InlineData("base")]
    [InlineData("base/n1")]
    [Needs("root")]
    public void Make_WhereAnotherAccountOwns_IsRefused(string place)
    {
        Directory.CreateDirectory(Node, Own);
        Run("chown", "65534", Path.Combine(_root, place));

        Should.Throw<ClusterException>(() => Folder().Make([], None)).Message
            .ShouldContain($"{Path.Combine(_root, place)} belongs to user 65534");
    }

    [Fact]
    public void Start_Program_InheritsNoPassword()
    {
        Environment.SetEnvironmentVariable("NODE_FOLDER_SECRET", "secret");
        Environment.SetEnvironmentVariable("DBINGEST_OTHER_PASSWORD", "secret");
        Environment.SetEnvironmentVariable("DBINGEST_OTHER_KEY", "secret");
        try
        {
            new HostShell(null, null, null, "NODE_FOLDER_SECRET").Run("env", []).Output.ShouldNotContain("secret");

            var needed = new Dictionary<string, string>(StringComparer.Ordinal) { ["DBINGEST_NEEDED_PASSWORD"] = "needed" };
            LocalCommand.Run(["env"], string.Empty, None, environment: needed).Output.Split('\n')
                .Where(line => line.StartsWith("DBINGEST_", StringComparison.Ordinal)
                    && (line.Split('=')[0].EndsWith("_PASSWORD", StringComparison.Ordinal)
                        || line.Split('=')[0].EndsWith("_KEY", StringComparison.Ordinal)))
                .ShouldBe(["DBINGEST_NEEDED_PASSWORD=needed"]);
        }
        finally
        {
            Environment.SetEnvironmentVariable("NODE_FOLDER_SECRET", null);
            Environment.SetEnvironmentVariable("DBINGEST_OTHER_PASSWORD", null);
            Environment.SetEnvironmentVariable("DBINGEST_OTHER_KEY", null);
        }
    }

    [Fact]
    public void Run_WayToAHostThatHangs_IsEndedAndSaysSo()
    {
        var shell = new HostShell("far", (_, _) => new ProcessStartInfo("sleep", ["600"]) { UseShellExecute = false }, Hasty);

        Should.Throw<ClusterException>(() => new NodeFolder(shell, Node, Id).State(None)).Message
            .ShouldContain("far cannot be reached: 'sleep' did not return within");
        HostMeasurements.Clock(shell, None).ShouldBeNull();
        HostMeasurements.ThereBytesPerS(shell, None).ShouldBeNull();
        HostMeasurements.BackBytesPerS(shell, None).ShouldBeNull();
    }

    /// <summary>A child that no signal to the launcher reaches holds the launcher's pipes, as one behind sudo does.</summary>
    [Fact]
    public void Measure_ChildOutlivesTheLauncher_IsNotWaitedFor()
    {
        var shell = new HostShell("far", (_, _) => new ProcessStartInfo("sh",
            ["-c", "setsid -f sh -c \"$1\"; sleep 600", "sh", Lingering])
        { UseShellExecute = false }, Hasty);

        HostMeasurements.Clock(shell, None).ShouldBeNull();
        HostMeasurements.ThereBytesPerS(shell, None).ShouldBeNull();
        HostMeasurements.BackBytesPerS(shell, None).ShouldBeNull();
        Should.Throw<ClusterException>(() => shell.Run("true", [])).Message.ShouldContain("far cannot be reached");

        File.Exists(Path.Combine(_root, "lingered")).ShouldBeFalse();
    }

    [Fact]
    public void RunHere_InterruptedWhileAChildOutlivesTheCommand_IsNotWaitedFor()
    {
        using var interruption = new CancellationTokenSource(TimeSpan.FromSeconds(0.5));
        Should.Throw<OperationCanceledException>(() => LocalCommand.Run(
            ["sh", "-c", "setsid -f sh -c \"$1\"", "sh", Lingering], string.Empty, interruption.Token));
    }

    [Fact]
    public void RunHere_CommandHangs_IsKilledAtTheTimeout() =>
        Should.Throw<ClusterException>(() => LocalCommand.Run(["sleep", "600"], string.Empty, None,
            timeout: Hasty.HostTimeout)).Message.ShouldContain("'sleep' did not return within");

    /// <summary>The write waits until the pipe in the file's place has a reader.</summary>
    [Fact]
    public void Measure_InterruptedWhileItWrites_LeavesNoFile()
    {
        string file = Path.Combine(_root, "write.probe");
        Run("mkfifo", file);
        using var interruption = new CancellationTokenSource(TimeSpan.FromSeconds(0.5));

        Should.Throw<OperationCanceledException>(() =>
            HostMeasurements.DiskBytesPerS(new HostShell(null, null), _root, out _, interruption.Token));

        File.Exists(file).ShouldBeFalse();
    }

    [Fact]
    public void Measure_BehindAGreeting_HasEveryFigure()
    {
        HostMeasurements.Clock(Greeting, None).ShouldNotBeNull();
        HostMeasurements.ThereBytesPerS(Greeting, None).ShouldNotBeNull();
        HostMeasurements.BackBytesPerS(Greeting, None).ShouldNotBeNull();
    }

    /// <summary>As BusyBox's on musl, which prints seconds alone: the clock had been decades behind.</summary>
    [Fact]
    public void Clock_DateIgnoresNanoseconds_IsNull() =>
        HostMeasurements.Clock(Having("date", "echo 1700000000"), None).ShouldBeNull();

    /// <summary>As an archive on a disk that fails: the script had waited for the rest of its input.</summary>
    [Fact]
    public void Run_InputThatCannotBeRead_EndsTheInput()
    {
        using var limit = new CancellationTokenSource(TimeSpan.FromMinutes(1));
        new HostShell(null, null).Run("cat", [], _ => throw new IOException("a disk fails"), timeout: null, limit.Token).ExitCode
            .ShouldBe(0);
    }

    private static void Run(params string[] command)
    {
        using var process = Process.Start(command[0], command[1..]);
        process.WaitForExit();
        process.ExitCode.ShouldBe(0);
    }

    /// <summary>A machine where a script stands before a program of the PATH.</summary>
    private HostShell Having(string program, string script) => AlteredHost.Having(_root, program, script);

    private NodeFolder Folder() => new(new HostShell(null, null), Node, Id);
}
