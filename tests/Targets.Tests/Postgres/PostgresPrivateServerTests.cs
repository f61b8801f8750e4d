using System.Diagnostics;
using System.Runtime.CompilerServices;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Postgres;
using DbIngest.Targets.Servers;
using Npgsql;

namespace DbIngest.Targets.Tests.Postgres;

[Collection("postgres")]
[Needs("postgres")]
public sealed class PostgresPrivateServerTests : IDisposable
{
    private const string HolderVariable = "DBINGEST_TEST_HOLD_POSTGRES_IN";
    private const UnixFileMode Open755 = UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute
        | UnixFileMode.GroupRead | UnixFileMode.GroupExecute | UnixFileMode.OtherRead | UnixFileMode.OtherExecute;

    private readonly DirectoryInfo _work = Directory.CreateTempSubdirectory("dbingest-test-");

    // A temporary folder is closed to others, and the server of a test that runs as root is another's: it would go elsewhere.
    public PostgresPrivateServerTests() => File.SetUnixFileMode(_work.FullName, Open755);

    [Fact]
    public void Dispose_LastTarget_LeavesNoProcessAndNoFolder()
    {
        var first = Open(_work.FullName, "on");
        var second = Open(_work.FullName, "off");
        second.AttachEndpoint.ShouldBe(first.AttachEndpoint);
        var processes = first.ServerProcesses();
        _work.GetFileSystemInfos().ShouldHaveSingleItem();

        first.Dispose();
        second.Describe().Durability.ShouldBe("off");
        second.Dispose();

        _work.GetFileSystemInfos().ShouldBeEmpty();
        processes.ShouldAllBe(pid => HasEnded(pid));
    }

    /// <summary>A trial that lets its server run on would meet one that other trials had started again.</summary>
    [Fact]
    public void Open_ServerThatIsRestartedAndOneThatRunsOn_AreTwo()
    {
        var options = new TargetOptions { WorkFolder = _work.FullName, WantsPrivateServer = true };
        using var restarted = new PostgresDefinition().Open(options with { RestartsServer = true });
        using var runsOn = new PostgresDefinition().Open(options);

        runsOn.AttachEndpoint.ShouldNotBe(restarted.AttachEndpoint);
    }

    /// <summary>The server's log tells of its checkpoints, whatever its language: the private one speaks English.</summary>
    [Fact]
    public void TakeBackgroundWork_Checkpoint_IsToldOnce()
    {
        using var target = Open(_work.FullName, "on");
        var server = target.ServerControl.ShouldNotBeNull();
        server.TakeBackgroundWork();

        target.Prepare(Samples.Table);

        server.TakeBackgroundWork().ShouldBe(["checkpoint began", "checkpoint ended"]);
        server.TakeBackgroundWork().ShouldBeEmpty();
    }

    [Fact]
    public void Open_WorkFolderTooDeepForASocket_PutsItElsewhereAndRemovesIt()
    {
        string deep = Path.Combine(_work.FullName, new string('d', 90));
        string socket;
        using (var target = Open(deep, "on"))
        {
            Directory.EnumerateFileSystemEntries(deep).ShouldHaveSingleItem();
            socket = new NpgsqlConnectionStringBuilder(target.AttachEndpoint).Host!;
            socket.Length.ShouldBeLessThan(90);
            target.Prepare(Samples.Table);
        }

        Directory.Exists(socket).ShouldBeFalse();
        Directory.EnumerateFileSystemEntries(deep).ShouldBeEmpty();
    }

    [Fact]
    public void Open_WorkFolderClosedToTheServersAccount_UsesTheTemporaryFolder()
    {
        File.SetUnixFileMode(_work.FullName, UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute);
        string inner = Path.Combine(_work.FullName, "inner");
        var said = new List<string>();

        using var target = new PostgresDefinition().Open(new() { WorkFolder = inner, Durability = "on", Say = said.Add });

        target.Prepare(Samples.Table);

        // Without root the server has this account. With it another disk may be measured, and the user must know.
        said.Exists(line => line.Contains(inner, StringComparison.Ordinal)).ShouldBe(Environment.IsPrivilegedProcess);
        target.Describe().Settings.ContainsKey("server_folder").ShouldBe(Environment.IsPrivilegedProcess);
    }

    [Fact]
    public void Holder_KilledHard_TakesItsServerAndFolderAlong()
    {
        using var holder = StartHolder();
        var endpoint = Await(() => Endpoints().SingleOrDefault());
        int[] processes = [];
        using (var target = new PostgresDefinition().Open(new() { WorkFolder = _work.FullName, Endpoint = endpoint }))
        {
            processes = [.. target.ServerProcesses()];
        }

        _work.GetFileSystemInfos().ShouldHaveSingleItem();

        holder.Kill();

        Await(() => _work.GetFileSystemInfos().Length == 0 ? "gone" : null);

        // Without a guardian the server would notice only after a minute that its folder is gone.
        processes.ShouldNotBeEmpty();
        processes.ShouldAllBe(pid => HasEnded(pid));
    }

    [Fact]
    public void Open_FolderLeftByADeadProcess_IsRemoved()
    {
        var left = _work.CreateSubdirectory("dbingest-postgres-00000000");
        File.WriteAllText(Path.Combine(left.FullName, "owner"), Leftovers.Owner(999_999_999) + "1");

        using var target = Open(_work.FullName, "on");

        left.Refresh();
        left.Exists.ShouldBeFalse();
    }

    public void Dispose() => _work.Delete(recursive: true);

    // Run as a program with the variable set, this assembly is a user of a private server that never lets go of it.
    [ModuleInitializer]
    internal static void Hold()
    {
        if (Environment.GetEnvironmentVariable(HolderVariable) is { Length: > 0 } folder)
        {
            using var target = Open(folder, "on");
            File.WriteAllText(Path.Combine(folder, "endpoint"), target.AttachEndpoint);
            File.Move(Path.Combine(folder, "endpoint"), Path.Combine(folder, "ready"));
            Thread.Sleep(Timeout.Infinite);
        }
    }

    private static ITarget Open(string folder, string durability) =>
        new PostgresDefinition().Open(new() { WorkFolder = folder, Durability = durability });

    // A process that has exited has no memory any more, and so no command line, even while its parent has not taken note.
    private static bool HasEnded(int pid)
    {
        try
        {
            return File.ReadAllText($"/proc/{pid}/cmdline").Length == 0;
        }
        catch (IOException)
        {
            return true;
        }
    }

    private static string Await(Func<string?> condition)
    {
        var patience = Stopwatch.StartNew();
        while (true)
        {
            if (condition() is { } result)
            {
                return result;
            }

            patience.Elapsed.ShouldBeLessThan(TimeSpan.FromSeconds(60));
            Thread.Sleep(50);
        }
    }

    private Process StartHolder()
    {
        var start = new ProcessStartInfo("dotnet", ["exec", typeof(PostgresPrivateServerTests).Assembly.Location])
        {
            UseShellExecute = false,
            RedirectStandardOutput = true,
        };
        start.Environment[HolderVariable] = _work.FullName;
        return Process.Start(start)!;
    }

    private IEnumerable<string> Endpoints()
    {
        string ready = Path.Combine(_work.FullName, "ready");
        if (File.Exists(ready))
        {
            yield return File.ReadAllText(ready);
            File.Delete(ready);
        }
    }
}
