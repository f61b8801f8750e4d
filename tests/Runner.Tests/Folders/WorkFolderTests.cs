using DbIngest.Core.Folders;
using DbIngest.Runner.Folders;
using DbIngest.Runner.Tests.Cli;

namespace DbIngest.Runner.Tests.Folders;

public class WorkFolderTests
{
    [Fact]
    public void Create_FoldersOfDeadRuns_AreRemovedAndThoseOfLivingOnesAreNot()
    {
        using var folder = new CommandFolder();
        using var living = WorkFolder.Create(folder.Path, folder.Path);
        string dead = Dead(folder.File("dbingest-work-dead"));
        string foreign = Directory.CreateDirectory(folder.File("mine")).FullName;

        using var next = WorkFolder.Create(folder.Path, folder.Path);

        Directory.Exists(dead).ShouldBeFalse();
        Directory.Exists(living.Path).ShouldBeTrue();
        Directory.Exists(foreign).ShouldBeTrue();
    }

    /// <summary>
    /// A run makes its folder before it locks it: another that starts meanwhile must not take that for a dead one's.
    /// </summary>
    [Fact]
    public void Create_FolderThatIsNotLockedYet_IsLeftUntilItIsOld()
    {
        using var folder = new CommandFolder();
        string made = Directory.CreateDirectory(folder.File("dbingest-work-made")).FullName;

        WorkFolder.Create(folder.Path, folder.Path).Dispose();
        Directory.Exists(made).ShouldBeTrue();
        Directory.SetLastWriteTimeUtc(made, DateTime.UtcNow.AddMinutes(-1));
        WorkFolder.Create(folder.Path, folder.Path).Dispose();

        Directory.Exists(made).ShouldBeFalse();
    }

    /// <summary>On a filesystem whose locks do not reach other machines, theirs are not seen to be held.</summary>
    [Fact]
    public void Create_FolderOfAnotherMachine_IsLeft()
    {
        using var folder = new CommandFolder();
        string other = Dead(folder.File("dbingest-work-other"));
        File.WriteAllText(Path.Combine(other, ".lock"), "another-machine");
        string own = Dead(folder.File("dbingest-work-own"));
        File.WriteAllText(Path.Combine(own, ".lock"), Environment.MachineName);

        WorkFolder.Create(folder.Path, folder.Path).Dispose();

        Directory.Exists(other).ShouldBeTrue();
        Directory.Exists(own).ShouldBeFalse();
    }

    /// <summary>The variable turns locks off, as a filesystem without them does.</summary>
    [Fact]
    [Needs("linux")]
    public void Create_WhereLocksDoNotWork_RemovesNothing()
    {
        using var folder = new CommandFolder();
        string living = Dead(folder.File("dbingest-work-living"));
        folder.With("DOTNET_SYSTEM_IO_DISABLEFILELOCKING", "1");

        folder.Expect(ExitCode.Done,
            ["run", "--db=null", "--work-folder", folder.Path, .. CommandFolder.Small]);

        Directory.Exists(living).ShouldBeTrue();
        Directory.GetDirectories(folder.Path, "dbingest-work-*").ShouldBe([living], "its own is gone");
    }

    /// <summary>What ends servers finds them by their folder, line by line.</summary>
    [Fact]
    public void Create_PathWithALineBreak_IsRefused()
    {
        using var folder = new CommandFolder();
        string parent = folder.File("a\nb");

        Should.Throw<UsageException>(() => WorkFolder.Create(parent, folder.Path)).Message.ShouldStartWith("--work-folder: ");
        Should.Throw<UsageException>(() => WorkFolder.Create(null, parent)).Message.ShouldStartWith("--out: ");

        // A resumed sweep refuses --out.
        Should.Throw<UsageException>(() => WorkFolder.Create(null, parent, isResumed: true)).Message
            .ShouldStartWith("--work-folder: ");

        Directory.Exists(parent).ShouldBeFalse();
    }

    [Fact]
    public void OfSource_ProcessWasKilled_ItsFolderGoesWithTheNextAndIsNobodyElses()
    {
        string dead = Dead(Path.Combine(Path.GetTempPath(), $"dbingest-source-{Guid.NewGuid():N}"));
        using var living = WorkFolder.OfSource();

        WorkFolder.OfSource().Dispose();
        Directory.Exists(dead).ShouldBeTrue("it may be being made this moment");
        Directory.SetLastWriteTimeUtc(dead, DateTime.UtcNow.AddMinutes(-1));
        Directory.SetLastWriteTimeUtc(living.Path, DateTime.UtcNow.AddMinutes(-1));
        WorkFolder.OfSource().Dispose();

        Directory.Exists(dead).ShouldBeFalse();
        Directory.Exists(living.Path).ShouldBeTrue();
        if (!OperatingSystem.IsWindows())
        {
            File.GetUnixFileMode(living.Path).ShouldBe(UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute);
        }
    }

    /// <summary>Source processes of a host start at once, and each looks for what dead ones left.</summary>
    [Fact]
    public void OfSource_ManyAtOnce_EachHasOne()
    {
        var folders = new OwnedFolder[200];
        Parallel.For(0, folders.Length, new ParallelOptions { MaxDegreeOfParallelism = 16 },
            i => folders[i] = WorkFolder.OfSource());

        folders.Select(folder => folder.Path).ShouldBeUnique();
        folders.Count(folder => Directory.Exists(folder.Path)).ShouldBe(folders.Length);
        foreach (var folder in folders)
        {
            folder.Dispose();
        }
    }

    private static string Dead(string folder)
    {
        Directory.CreateDirectory(folder);
        File.WriteAllText(Path.Combine(folder, ".lock"), "");
        File.WriteAllText(Path.Combine(folder, "spooled"), "rows");
        return folder;
    }
}
