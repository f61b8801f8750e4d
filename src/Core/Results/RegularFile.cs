using System.Runtime.InteropServices;
using DbIngest.Abstractions.Resources;

namespace DbIngest.Core.Results;

/// <summary>
/// Tells pipes, devices and sockets from files. A folder of a stranger may hold one under the name of a result file, and whoever
/// opens a pipe waits for a writer, while a device may have no end. <see cref="ResultFolder"/>, <c>Sha256Sums</c>,
/// <c>ResultLinks</c> and <c>ResultCheck</c> ask it before they open a file, <c>RecordExport</c> before it deletes one, and
/// <c>InputSet</c> whether an export would replace its own input. It opens nothing. On systems other than Linux it takes
/// everything for a file.
/// </summary>
public static partial class RegularFile
{
    /// <summary>What is said of a path for which <see cref="IsSpecial"/> holds, after its name.</summary>
    public const string SpecialText = "is a pipe, a device or a socket, which is never read";

    // man 2 statx: the struct has the same layout on every architecture, unlike struct stat.
    private const int CurrentFolder = -100;
    private const uint WantType = 0x1;
    private const uint WantInode = 0x100;
    private const int StatxBytes = 256;
    private const int ModeOffset = 28;
    private const int InodeOffset = 32;

    // Two numbers of 32 bits: stx_dev_major and stx_dev_minor.
    private const int DeviceOffset = 136;
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

        byte* buffer = stackalloc byte[StatxBytes];
        return Statx(CurrentFolder, path, 0, WantType, buffer) == 0
            && (*(ushort*)(buffer + ModeOffset) & TypeBits) is not (FileType or FolderType);
    }

    /// <summary>
    /// True if two paths lead to one file, by whatever names and links. False if one of them leads nowhere. On systems other than
    /// Linux, hard links and links of folders are not seen.
    /// </summary>
    /// <param name="one">A path.</param>
    /// <param name="other">Another path.</param>
    public static bool IsSame(string one, string other) => OperatingSystem.IsLinux()
        ? Identity(one) is { } identity && identity == Identity(other)
        : File.Exists(one) && File.Exists(other)
            && string.Equals(Links.Followed(one), Links.Followed(other), StringComparison.OrdinalIgnoreCase);

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

    /// <summary>Device and inode of a path, or of the end of its links. Null if nothing is there.</summary>
    private static unsafe (ulong Inode, ulong Device)? Identity(string path)
    {
        byte* buffer = stackalloc byte[StatxBytes];
        return Statx(CurrentFolder, path, 0, WantInode, buffer) == 0
            ? (*(ulong*)(buffer + InodeOffset), *(ulong*)(buffer + DeviceOffset))
            : null;
    }

    [LibraryImport("libc", EntryPoint = "statx", StringMarshalling = StringMarshalling.Utf8)]
    private static unsafe partial int Statx(int folder, string path, int flags, uint mask, byte* buffer);
}
