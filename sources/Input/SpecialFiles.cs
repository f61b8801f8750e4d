using System.Runtime.InteropServices;
using Microsoft.Win32.SafeHandles;

namespace DbIngest.Sources.Input;

/// <summary>
/// Distinguishes pipes, sockets and terminals from files. <see cref="InputSet"/> and <see cref="InputFile"/> ask it before they
/// open a path, since opening a pipe in the usual way could wait for ever for a writer.
/// </summary>
internal static partial class SpecialFiles
{
    private const int SeekCurrent = 1;

    // O_NONBLOCK (POSIX open(2)) of Linux, and of the BSDs, macOS among them. O_RDONLY is 0.
    private static readonly int WithoutWaiting = OperatingSystem.IsLinux() ? 0x800 : 0x4;

    /// <summary>True when a path can be read only once, from front to back.</summary>
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
