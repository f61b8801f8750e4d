using System.Runtime.InteropServices;

namespace DbIngest.Core.Results;

/// <summary>
/// Tells pipes, devices and sockets from files. A folder of a stranger may hold one under the name of a result file, and whoever
/// opens a pipe waits for a writer, while a device may have no end. <see cref="ResultFolder"/>, <c>Sha256Sums</c>,
/// <c>ResultLinks</c> and <c>ResultCheck</c> ask it before they open a file. It opens nothing. On systems other than Linux it
/// takes everything for a file.
/// </summary>
public static partial class RegularFile
{
    /// <summary>What is said of a path for which <see cref="IsSpecial"/> holds, after its name.</summary>
    public const string SpecialText = "is a pipe, a device or a socket, which is never read";

    private const int CurrentFolder = -100;
    private const uint WantType = 0x1;
    private const int StatxBytes = 256;
    private const int ModeOffset = 28;
    private const int TypeBits = 0xF000;
    private const int FileType = 0x8000;
    private const int FolderType = 0x4000;

    /// <summary>
    /// True if a path, or the end of its links, is a pipe, a device or a socket. False if nothing is there.
    /// </summary>
    /// <param name="path">The path.</param>
    public static unsafe bool IsSpecial(string path)
    {
        if (!OperatingSystem.IsLinux())
        {
            return false;
        }

        // struct statx has the same layout on every architecture, unlike struct stat.
        byte* buffer = stackalloc byte[StatxBytes];
        return Statx(CurrentFolder, path, 0, WantType, buffer) == 0
            && (*(ushort*)(buffer + ModeOffset) & TypeBits) is not (FileType or FolderType);
    }

    /// <summary>Refuses a pipe, a device or a socket.</summary>
    /// <param name="path">The path. Nothing need be there.</param>
    /// <exception cref="ResultException">It is one. The message names the path.</exception>
    public static void Require(string path)
    {
        if (IsSpecial(path))
        {
            throw new ResultException($"{path} {SpecialText}; put a file in its place, or remove it.");
        }
    }

    [LibraryImport("libc", EntryPoint = "statx", StringMarshalling = StringMarshalling.Utf8)]
    private static unsafe partial int Statx(int folder, string path, int flags, uint mask, byte* buffer);
}
