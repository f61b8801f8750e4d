using System.Diagnostics;

namespace DbIngest.Targets.Tests.Servers;

/// <summary>A file system in memory that can be made full.</summary>
internal sealed class SmallDisk : IDisposable
{
    private const string Large = "6g";

    private SmallDisk(string path) => Path = path;

    public string Path { get; }

    /// <summary>Mounts one.</summary>
    public static SmallDisk Mount()
    {
        string path = Directory.CreateTempSubdirectory("dbingest-disk-").FullName;
        Command("mount", "-t", "tmpfs", "-o", $"size={Large}", "tmpfs", path).ShouldBeTrue();
        return new SmallDisk(path);
    }

    /// <summary>Leaves no more room than some bytes.</summary>
    public void Fill(long left)
    {
        // What is written between looking and mounting is room that is not there: then it is looked again.
        for (int i = 0; i < 20; i++)
        {
            var disk = new DriveInfo(Path);
            if (Command("mount", "-o", $"remount,size={disk.TotalSize - disk.TotalFreeSpace + left}", Path))
            {
                return;
            }
        }

        throw new InvalidOperationException("The disk cannot be made small.");
    }

    /// <summary>Gives room again.</summary>
    public void Free() => Command("mount", "-o", $"remount,size={Large}", Path).ShouldBeTrue();

    public void Dispose()
    {
        Command("umount", "--lazy", Path);
        Directory.Delete(Path);
    }

    private static bool Command(string name, params string[] arguments)
    {
        using var process = Process.Start(new ProcessStartInfo(name, arguments) { RedirectStandardError = true, UseShellExecute = false })!;
        process.WaitForExit();
        return process.ExitCode == 0;
    }
}
