using System.Runtime.InteropServices;

namespace DbIngest.Targets.Postgres;

/// <summary>A file's length, and the blocks that the filesystem gave it.</summary>
internal readonly partial record struct FileSize(long Apparent, long Allocated)
{
    /// <summary>Asks the filesystem.</summary>
    /// <param name="path">The file.</param>
    /// <returns>Both sizes in bytes.</returns>
    /// <exception cref="IOException">It is not there or cannot be read.</exception>
    public static FileSize Of(string path)
    {
        const int AtCurrentFolder = -100;
        const uint MaskSizeAndBlocks = 0x200 | 0x400;
        if (statx(AtCurrentFolder, path, 0, MaskSizeAndBlocks, out var found) != 0)
        {
            throw new IOException($"{path}: {Marshal.GetLastPInvokeErrorMessage()}");
        }

        return new((long)found.Size, (long)found.Blocks * 512);
    }

    [LibraryImport("libc", SetLastError = true, StringMarshalling = StringMarshalling.Utf8)]
    private static partial int statx(int folder, string path, int flags, uint mask, out Statx result);

    // struct statx of Linux: 256 bytes, the same on every architecture (man 2 statx).
    [StructLayout(LayoutKind.Explicit, Size = 256)]
    private struct Statx
    {
        [FieldOffset(40)]
        public ulong Size;

        [FieldOffset(48)]
        public ulong Blocks;
    }
}
