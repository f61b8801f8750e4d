using System.ComponentModel;
using System.Diagnostics;

namespace DbIngest.Tests.Needs;

/// <summary>File systems in memory.</summary>
internal static class MemoryDisk
{
    /// <summary>Mounts a small one and takes it away again.</summary>
    /// <returns>Why that fails; null when it works.</returns>
    public static string? FindMissing()
    {
        string path = Directory.CreateTempSubdirectory("dbingest-mount-").FullName;
        try
        {
            if (!Run("mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", path))
            {
                return "A file system in memory cannot be mounted: that needs root.";
            }

            Run("umount", path);
            return null;
        }
        finally
        {
            Directory.Delete(path);
        }
    }

    private static bool Run(string command, params string[] arguments)
    {
        try
        {
            using var process = Process.Start(new ProcessStartInfo(command, arguments) { RedirectStandardError = true, UseShellExecute = false })!;
            process.WaitForExit();
            return process.ExitCode == 0;
        }
        catch (Win32Exception)
        {
            return false;
        }
    }
}
