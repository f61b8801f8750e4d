using System.ComponentModel;
using System.Diagnostics;

namespace DbIngest.Tests.Needs;

/// <summary>A small file system in memory, mounted as long as this lives.</summary>
internal sealed class MemoryDisk : IDisposable
{
    private MemoryDisk(string path) => Path = path;

    /// <summary>Where it is mounted.</summary>
    public string Path { get; }

    /// <summary>Mounts one.</summary>
    /// <param name="path">An empty folder, made where it is not there.</param>
    /// <param name="size">Its size, in the words of <c>mount</c>: <c>200k</c>, <c>6g</c>.</param>
    public static MemoryDisk Mount(string path, string size) => TryMount(path, size)
        ?? throw new InvalidOperationException($"A file system in memory cannot be mounted at {path}.");

    /// <summary>Mounts a small one and takes it away again.</summary>
    /// <returns>Why that fails; null when it works.</returns>
    public static string? FindMissing()
    {
        string path = Directory.CreateTempSubdirectory("dbingest-mount-").FullName;
        try
        {
            using var disk = TryMount(path, "1m");
            return disk is null ? "A file system in memory cannot be mounted: that needs root." : null;
        }
        finally
        {
            Directory.Delete(path);
        }
    }

    /// <summary>Gives it another size.</summary>
    /// <param name="size">The size, in the words of <c>mount</c>.</param>
    /// <returns>False where what is stored does not fit.</returns>
    public bool TryResize(string size) => Run("mount", "-o", $"remount,size={size}", Path);

    /// <summary>Takes it away, also from processes that have files open in it.</summary>
    public void Dispose() => Run("umount", "--lazy", Path);

    private static MemoryDisk? TryMount(string path, string size)
    {
        Directory.CreateDirectory(path);
        return Run("mount", "-t", "tmpfs", "-o", $"size={size}", "tmpfs", path) ? new MemoryDisk(path) : null;
    }

    private static bool Run(string command, params string[] arguments)
    {
        try
        {
            using var process = Process.Start(
                new ProcessStartInfo(command, arguments) { RedirectStandardError = true, UseShellExecute = false })!;
            process.WaitForExit();
            return process.ExitCode == 0;
        }
        catch (Win32Exception)
        {
            return false;
        }
    }
}
