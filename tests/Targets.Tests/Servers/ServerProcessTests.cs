using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Servers;

namespace DbIngest.Targets.Tests.Servers;

/// <summary>The process of a private server as other threads see it.</summary>
public sealed class ServerProcessTests
{
    [Fact]
    public void IsRunning_Disposed_IsFalse()
    {
        string folder = Directory.CreateTempSubdirectory("dbingest-test-").FullName;
        try
        {
            var process = new ServerProcess(folder, "log", ["sleep", "60"]);
            using var ended = new ManualResetEventSlim();
            process.Ended += ended.Set;
            process.Start();
            process.IsRunning.ShouldBeTrue();

            process.Kill();
            ended.Wait(TimeSpan.FromSeconds(30)).ShouldBeTrue();
            process.Dispose();

            // The thread that reports the end of a node asks about all of them, and may come later than the end of the server.
            (process.IsRunning, process.Id).ShouldBe((false, null));
        }
        finally
        {
            Directory.Delete(folder, recursive: true);
        }
    }

    /// <summary>By this file alone the guardian finds the groups of a run that was killed.</summary>
    [Fact]
    [Needs("cgroup")]
    public void Start_FolderDeletedSinceTheLastStart_NamesItsGroupsAgain()
    {
        string folder = Directory.CreateTempSubdirectory("dbingest-test-").FullName;
        using var process = new ServerProcess(folder, "log", ["sleep", "60"], new ServerLimits(64L << 20, null));
        for (int start = 0; start < 2; start++)
        {
            process.Start();
            File.ReadAllLines(Path.Combine(folder, ServerStart.GroupsFile)).ShouldAllBe(group => Directory.Exists(group));
            process.Kill();
            Directory.Delete(folder, recursive: true);
            Directory.CreateDirectory(folder);
        }

        Directory.Delete(folder);
    }

    [Fact]
    public void Tail_LongLog_HasItsFirstErrorsAndItsLastLines()
    {
        string file = Path.GetTempFileName();
        try
        {
            File.WriteAllLines(file, Enumerable.Range(0, 20_000).Select(i => i % 1000 == 999 ? $"ERROR {i}" : $"line {i}"));

            ServerProcess.Tail(file)
                .ShouldBe("ERROR 999 | ERROR 1999 | ERROR 2999 | line 19997 | line 19998 | ERROR 19999");
        }
        finally
        {
            File.Delete(file);
        }
    }

    [Fact]
    public void Tail_ShortLogs_AreToldWholeAndNothingTwice()
    {
        string[] files = [Path.GetTempFileName(), Path.GetTempFileName()];
        try
        {
            ServerProcess.Tail(files).ShouldBe("it left no log.");
            File.WriteAllText(files[0], "FATAL: no disk\n");
            File.WriteAllText(files[1], "bye\n");

            ServerProcess.Tail(files).ShouldBe("FATAL: no disk | bye");
        }
        finally
        {
            Array.ForEach(files, File.Delete);
        }
    }
}
