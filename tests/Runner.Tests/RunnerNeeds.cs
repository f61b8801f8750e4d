using DbIngest.Abstractions.Targets;
using DbIngest.Runner.Tests.Cli;
using DbIngest.Runner.Tests.Hosts;
using DbIngest.Targets.Catalogue;
using DbIngest.Targets.Servers;

namespace DbIngest.Runner.Tests;

/// <summary>What these tests need.</summary>
internal sealed class RunnerNeeds : NeedCatalog
{
    private const string Beside = "put it into the folder that DBINGEST_SERVERS names";

    /// <summary>The folder with the distributions of servers.</summary>
    public static string Servers { get; } = Path.GetFullPath(HomeOf("DBINGEST_SERVERS") ?? Repository.Shared("servers"));

    protected override IEnumerable<Need> All =>
    [
        new("postgres", "apt-get install postgresql", () => FindMissing("postgres", endpoint: null)),
        new("mariadb", "apt-get install mariadb-server", () => FindMissing("mariadb", endpoint: null)),
        new("cassandra", "set CASSANDRA_HOME", () => FindMissing("cassandra", CassandraHome.Endpoint)),
        new("cockroach", Beside, () => FindMissing("cockroach", In("cockroach"))),
        new("questdb", Beside, () => FindMissing("questdb", In("questdb"))),
        new("voltdb", Beside, () => FindMissing("voltdb", In("voltdb"))),
        new("hosts", "apt-get install openssh-server iproute2, as root", NetworkHosts.FindMissing),
        new("ssh-keygen", "apt-get install openssh-client",
            () => SearchPath.Find("ssh-keygen") is null ? "There is no ssh-keygen." : null),
        new("podman", "apt-get install podman runc", PodmanHosts.FindMissing),
        new("mount", "run the tests as root, where a file system can be mounted", MemoryDisk.FindMissing),
        new("own disk", "run the tests as root, with e2fsprogs and loop devices",
            () => PrivateDisk.Missing() is { } why ? $"No disk can be made for a server: {why}." : null),
        new("cgroup", "run the tests as root, where control groups can be made", FindMissingGroups),
        new("own network", "run the tests as root, with iproute2",
            () => PrivateNetwork.Missing() is { } why ? $"No network can be made for a server: {why}." : null),
        new("icu", "apt-get install libicu72",
            () => Directory.EnumerateFiles("/usr/lib", "libicuuc.so*",
            new EnumerationOptions { RecurseSubdirectories = true, IgnoreInaccessible = true }).Any()
            ? null
            : "There is no ICU."),
        new("another account", "run the tests as root, in a folder that every account can enter",
            () => IsOpenToAll(AppContext.BaseDirectory) ? null : "No other account can run the program."),
        new("duckdb", "follow plugins/DuckDb/README.md once, where the package source has DuckDB.NET.Data.Full (110 MB)",
            () => Directory.Exists(Path.Combine(NuGetFolder, "duckdb.net.bindings.full"))
            ? null : "The packages of the plug-in DuckDB are not in NuGet's folder."),
        new("dev-full", "run the tests on Linux", () => File.Exists("/dev/full") ? null : "There is no /dev/full."),
    ];

    /// <summary>Where builds of this user keep packages.</summary>
    public static string NuGetFolder => Environment.GetEnvironmentVariable("NUGET_PACKAGES")
        ?? Path.Combine(Environment.GetFolderPath(Environment.SpecialFolder.UserProfile), ".nuget", "packages");

    private static bool IsOpenToAll(string folder)
    {
        for (var place = new DirectoryInfo(folder); place is not null; place = place.Parent)
        {
            if (OperatingSystem.IsWindows() || !File.GetUnixFileMode(place.FullName).HasFlag(UnixFileMode.OtherExecute))
            {
                return false;
            }
        }

        return Environment.IsPrivilegedProcess && File.Exists("/usr/bin/setpriv");
    }

    private static string? HomeOf(string variable) => Environment.GetEnvironmentVariable(variable) is { Length: > 0 } value
        ? value : null;

    private static string In(string database) => "?home=" + Path.Combine(Servers, database);

    private static string? FindMissingGroups()
    {
        try
        {
            var groups = ServerStart.Limit(new ServerLimits(1 << 30, null)).Folders.ToList();
            groups.ForEach(Directory.Delete);
            return groups.Count > 0 ? null : "systemd limits servers here: there is no group to look at.";
        }
        catch (TargetException exception)
        {
            return exception.Message;
        }
    }

    private static string? FindMissing(string database, string? endpoint)
    {
        try
        {
            return TargetCatalog.Find(database)
                .Probe(new TargetOptions
                {
                    WorkFolder = Path.GetTempPath(),
                    Endpoint = endpoint
                }) is { IsAvailable: false } missing ? missing.Detail : null;
        }
        catch (TargetException exception)
        {
            return exception.Message;
        }
    }
}
