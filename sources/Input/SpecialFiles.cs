using System.Runtime.InteropServices;
using Microsoft.Win32.SafeHandles;

namespace DbIngest.Sources.Input;

/// <summary>Tells pipes, sockets and terminals from files. To open one the usual way waits until somebody writes to it, perhaps for ever.</summary>
internal static partial class SpecialFiles
{
    private const int SeekCurrent = 1;

    // O_NONBLOCK (POSIX open(2)): of Linux, and of the BSDs, macOS among them. Reading is O_RDONLY, 0.
    private static readonly int WithoutWaiting = OperatingSystem.IsLinux() ? 0x800 : 0x4;

    /// <summary>Whether a path names something that can be read once only, from front to back.</summary>
    public static bool IsStream(string path)
    {
        if (OperatingSystem.IsWindows() || !File.Exists(path))
        {
            return false;
        }

        using var handle = new SafeFileHandle(Open(path, WithoutWaiting), ownsHandle: true);
        return !handle.IsInvalid && Seek((int)handle.DangerousGetHandle(), 0, SeekCurrent) < 0;
    }

    [LibraryImport("libc", EntryPoint = "open", StringMarshalling = StringMarshalling.Utf8)]
    private static partial int Open(string path, int flags);

    [LibraryImport("libc", EntryPoint = "lseek")]
    private static partial long Seek(int descriptor, long offset, int origin);
}
