using System.Globalization;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Postgres;
using DbIngest.Targets.Servers;

namespace DbIngest.Targets.Tests.Servers;

public sealed class LimitedGroupTests : IDisposable
{
    private static readonly ServerLimits Both = new(512L << 20, 1.5);

    private readonly string _root = Directory.CreateTempSubdirectory("dbingest-test-").FullName;

    public void Dispose() => Directory.Delete(_root, recursive: true);

    [Theory]
    [InlineData("0::/user/run\n", "user/run", "user/run")]
    [InlineData("0::/user/run\n", "user", "user")] // our own group has processes: beside it
    [InlineData("0::/\n", "", "")]
    public void Make_Version2_LimitsAGroupWhereControllersAre(string membership, string delegated, string expected)
    {
        File.WriteAllText(Path.Combine(_root, "cgroup.controllers"), "cpu memory");
        Directory.CreateDirectory(Path.Combine(_root, "user", "run"));
        string control = Path.Combine(_root, delegated, "cgroup.subtree_control");
        File.WriteAllText(control, "cpu memory");
        MakeUnwritable(Path.Combine(_root, "user", "run"), delegated);

        using var group = LimitedGroup.Make(Both, membership, _root, systemd: _root + "/none");

        string folder = group.Folders.ShouldHaveSingleItem();
        Path.GetDirectoryName(folder).ShouldBe(Path.TrimEndingDirectorySeparator(Path.Combine(_root, expected)));
        File.ReadAllText(Path.Combine(folder, "memory.max")).ShouldBe("536870912");
        File.ReadAllText(Path.Combine(folder, "cpu.max")).ShouldBe("150000 100000");
        group.Prefix.ShouldContain(folder);
    }

    /// <summary>A parent that hands memory on gives the group the file too.</summary>
    [Fact]
    public void Make_Version2ForCpusAlone_LeavesSwapAsItIs()
    {
        File.WriteAllText(Path.Combine(_root, "cgroup.controllers"), "cpu memory");
        File.WriteAllText(Path.Combine(_root, "cgroup.subtree_control"), "cpu memory");

        using var group = LimitedGroup.Make(new ServerLimits(null, 1.5), "0::/\n", _root, systemd: _root + "/none");

        Directory.GetFiles(group.Folders.ShouldHaveSingleItem()).Select(file => Path.GetFileName(file)).ShouldBe(["cpu.max"]);
    }

    [Fact]
    public void Make_Version1_LimitsAGroupOfEachController()
    {
        Directory.CreateDirectory(Path.Combine(_root, "memory", "a"));
        Directory.CreateDirectory(Path.Combine(_root, "cpu"));

        using var group = LimitedGroup.Make(Both, "4:memory:/a\n2:cpuacct:/\n1:cpu:/\n0::/\n", _root, systemd: _root + "/none");

        group.Kind.ShouldBe("control groups v1");
        group.Folders.Count.ShouldBe(2);
        File.ReadAllText(Path.Combine(group.Folders[0], "memory.limit_in_bytes")).ShouldBe("536870912");
        File.ReadAllText(Path.Combine(group.Folders[1], "cpu.cfs_quota_us")).ShouldBe("150000");
        group.Folders[0].ShouldStartWith(Path.Combine(_root, "memory", "a") + "/");
    }

    [Theory]
    [InlineData(1.1, "110%")]
    [InlineData(0.3333, "33.33%")]
    [InlineData(1024, "102400%")]
    public void Properties_OfCpus_HaveAtMostTwoDecimals(double cpus, string quota) =>
        LimitedGroup.Properties(new ServerLimits(null, cpus)).ShouldBe(["--property=CPUQuota=" + quota]);

    [Fact]
    public void Make_NoControlGroups_TakesSystemdOrRefuses()
    {
        LimitedGroup.Make(Both, "0::/\n", _root, systemd: _root).Prefix.ShouldBe(
            ["systemd-run", "--scope", "--quiet", "--collect", .. Environment.IsPrivilegedProcess ? Array.Empty<string>()
                : ["--user"], "--property=MemoryMax=536870912", "--property=MemorySwapMax=0", "--property=CPUQuota=150%"]);

        var refused = Should.Throw<TargetException>(() => LimitedGroup.Make(Both, string.Empty, _root, systemd: _root + "/none"));
        refused.Message.ShouldContain("cannot be limited on this machine");
        refused.Message.ShouldContain("--server-memory");
    }

    /// <summary>Makes a group of this machine and removes it.</summary>
    /// <returns>Why there can be none; null when there can.</returns>
    internal static string? FindMissing()
    {
        try
        {
            using var group = LimitedGroup.Make(Both, File.ReadAllText("/proc/self/cgroup"));
            return group.Folders.Count > 0 ? null : "systemd limits servers here: there is no group to look at.";
        }
        catch (TargetException exception)
        {
            return exception.Message;
        }
    }

    /// <summary>A real server in a real group, where this machine lets us make one.</summary>
    [Fact]
    [Needs("cgroup")]
    [Needs("postgres")]
    public void Open_PrivateServerWithLimits_IsInItsGroupAndLeavesNone()
    {
        var options = new TargetOptions
        {
            WorkFolder = Path.Combine(_root, "work"),
            ServerLimits = new ServerLimits(700L << 20, 0.8)
        };
        string[] groups;
        using (var target = new PostgresDefinition().Open(options))
        {
            target.Describe().Settings[TargetDescription.LimitsSetting].ShouldStartWith("700 MiB of memory and 0.8 cores (");
            groups = GroupsOf(target.ServerProcesses()[0]);
            // A worker of PostgreSQL may end between the list and the look.
            target.ServerProcesses()
                .ShouldAllBe(pid => GroupsOf(pid).SequenceEqual(groups)
                || HasEnded(pid), "all of its processes are in");
            groups.ShouldAllBe(group => Directory.Exists(group));
        }

        groups.ShouldAllBe(group => !Directory.Exists(group));
    }

    /// <summary>Whether the process is gone or ending: the kernel shows it in the root group from then on.</summary>
    private static bool HasEnded(int pid)
    {
        // proc(5) lists the state, five numbers and the flags after the name; PF_EXITING is set before the state becomes Z.
        const uint Exiting = 0x4;
        try
        {
            string[] fields = File.ReadAllText($"/proc/{pid}/stat").Split(')')[^1].Trim().Split(' ');
            return fields[0] == "Z" || (uint.Parse(fields[6], CultureInfo.InvariantCulture) & Exiting) != 0;
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            return true;
        }
    }

    private static string[] GroupsOf(int pid) =>
    [
        .. Membership(pid).Where(line => line.Contains("/dbingest-", StringComparison.Ordinal))
            .Select(line => line.Split(':', 3)).Select(fields => $"/sys/fs/cgroup/{fields[1]}{fields[2]}"),
    ];

    private static string[] Membership(int pid)
    {
        try
        {
            return File.ReadAllLines(string.Create(CultureInfo.InvariantCulture, $"/proc/{pid}/cgroup"));
        }
        catch (IOException) // the process has ended
        {
            return [];
        }
    }

    // The files of a control group cannot be made, only written to: one that is not delegated has none here.
    private static void MakeUnwritable(string folder, string delegated)
    {
        if (delegated != "user/run")
        {
            Directory.CreateDirectory(Path.Combine(folder, "cgroup.subtree_control"));
        }
    }
}
