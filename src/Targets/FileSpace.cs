using System.Runtime.InteropServices;

namespace DbIngest.Targets;

/// <summary>
/// The size of files on a local disk: their lengths, and the blocks that the filesystem allocated. Targets measure the files of a
/// local database with it in <c>MeasureSpace</c>, before a trial and after it has settled. Reads only.
/// </summary>
/// <param name="ApparentBytes">Sum of the lengths.</param>
/// <param name="AllocatedBytes">
/// Sum of the allocated blocks. Null on systems other than Linux, or if a file that is there cannot be measured.
/// </param>
internal readonly partial record struct FileSpace(long ApparentBytes, long? AllocatedBytes)
{
    private const int CurrentFolder = -100;
    private const uint WantSizeAndBlocks = 0x200 | 0x400;
    private const int StatxBytes = 256;
    private const int BlocksOffset = 48;
    private const int BytesPerBlock = 512;
    private const int NoSuchFile = 2;

    /// <summary>Measures files. A missing file counts as empty, since files come and go while a server runs.</summary>
    /// <param name="paths">The files.</param>
    /// <returns>Their total size.</returns>
    public static FileSpace OfFiles(IEnumerable<string> paths)
    {
        long apparent = 0;
        long? allocated = 0;
        foreach (string path in paths)
        {
            var file = new FileInfo(path);
            if (file.Exists)
            {
                try
                {
                    apparent += file.Length;
                    allocated += Allocated(path);
                }
                catch (FileNotFoundException)
                {
                    // The file was removed since the check.
                }
            }
        }

        return new FileSpace(apparent, allocated);
    }

    /// <summary>
    /// Measures all files of a folder and its subfolders. A subfolder that this account may not list counts as empty.
    /// </summary>
    /// <param name="folder">The folder.</param>
    /// <returns>Their total size.</returns>
    /// <exception cref="DirectoryNotFoundException">The folder does not exist.</exception>
    public static FileSpace OfFolder(string folder) => OfFiles(FilesIn(folder));

    /// <summary>
    /// Measures all files of several folders and their subfolders. A folder that is gone by now counts as empty, since a server
    /// deletes those of dropped tables in its own time.
    /// </summary>
    /// <param name="folders">The folders.</param>
    /// <returns>Their total size.</returns>
    public static FileSpace OfFolders(IEnumerable<string> folders) => OfFiles(folders.SelectMany(FilesUnlessGone));

    private static IEnumerable<string> FilesUnlessGone(string folder)
    {
        try
        {
            return FilesIn(folder);
        }
        catch (DirectoryNotFoundException)
        {
            return [];
        }
    }

    private static IEnumerable<string> FilesIn(string folder) => Directory.EnumerateFiles(
        folder, "*", new EnumerationOptions
        {
            RecurseSubdirectories = true,
            IgnoreInaccessible = true,
            AttributesToSkip = FileAttributes.None
        });

    private static unsafe long? Allocated(string path)
    {
        if (!OperatingSystem.IsLinux())
        {
            return null;
        }

        // struct statx has the same layout on every architecture, unlike struct stat.
        byte* buffer = stackalloc byte[StatxBytes];
        return Statx(CurrentFolder, path, 0, WantSizeAndBlocks, buffer) == 0 ? *(long*)(buffer + BlocksOffset) * BytesPerBlock
            : Marshal.GetLastPInvokeError() == NoSuchFile ? 0 // It was removed since it was listed.
            : null;
    }

    [LibraryImport("libc", EntryPoint = "statx", SetLastError = true, StringMarshalling = StringMarshalling.Utf8)]
    private static unsafe partial int Statx(int folder, string path, int flags, uint mask, byte* buffer);
}
