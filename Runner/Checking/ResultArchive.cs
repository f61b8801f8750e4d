using System.Formats.Tar;
using System.Globalization;
using System.IO.Compression;
using System.Text;
using DbIngest.Analysis.Publish;
using DbIngest.Analysis.Summary;
using DbIngest.Core.Folders;
using DbIngest.Core.Results;
using DbIngest.Runner.Output;

namespace DbIngest.Runner.Checking;

/// <summary>
/// Packs a result folder into one gzip-compressed tar archive for the verb <c>archive</c>, and unpacks an archive for
/// <c>run --again</c>. Equal folders give equal archives: entries carry the start of the sweep, and no name of a user or
/// machine. A new kind of result file must be listed here, or archives lack it.
/// </summary>
internal static class ResultArchive
{
    /// <summary>Ending of the file's name.</summary>
    public const string Ending = ".tar.gz";

    /// <summary>Every archive gets a new README, also when the folder was unpacked from an archive that had one.</summary>
    private const string Readme = "README.md";

    private const int MostFiles = 10_000;
    private const long MostBytes = 4L << 30;

    /// <summary>The limits in words, for the messages of both directions.</summary>
    private const string Limits = "10,000 files or 4 GiB";

    /// <summary>Files that an archive adds: README, list of checksums and signature.</summary>
    private const int AddedFiles = 3;

    /// <summary>More than the added files take: a line for each of 10,000 files is below 4 MiB.</summary>
    private const long AddedBytes = 16L << 20;

    /// <summary>Most bytes of a name in the ustar format of POSIX, and of the folder that may stand apart from it.</summary>
    private const int UstarNameBytes = 100;

    private const int UstarFolderBytes = 155;

    /// <summary>
    /// Endings of files that a run or report leaves in its folder. An archive leaves out all others but prices and the summaries
    /// of lost trials, without which a check of the archive would not find the loss.
    /// </summary>
    private static readonly string[] Kinds = [".json", ".jsonl", ".csv", ".html", ".md", ".svg", ".log", ".hlog", ".tex"];

    /// <summary>Writes an archive. Changes nothing in the result folder.</summary>
    /// <param name="file">The archive. Appears when it is whole, and replaces an existing file.</param>
    /// <param name="folder">The result folder.</param>
    /// <param name="result">The result that the folder holds.</param>
    /// <param name="licence">Licence of the data. Null if none is stated.</param>
    /// <param name="key">Path of the private key for a signature. Null for no signature.</param>
    /// <exception cref="IOException">A file cannot be read or written.</exception>
    /// <exception cref="ResultException">
    /// A link in the folder leads elsewhere, or a path is a pipe, a device or a socket.
    /// </exception>
    /// <exception cref="UsageException">
    /// The list of checksums cannot be signed, or the archive would be larger than <see cref="Extract"/> takes.
    /// </exception>
    public static void Write(string file, string folder, StoredResult result, string? licence, string? key)
    {
        using var scratch = OwnedFolder.Temporary("dbingest-archive-");
        string whole = Path.Combine(Path.GetDirectoryName(Path.GetFullPath(file))!, $".{Path.GetFileName(file)}.new");
        AppDomain.CurrentDomain.ProcessExit += RemovePart;
        try
        {
            var files = FilesIn(new DirectoryInfo(folder))
                .Select(path => (Name: Path.GetRelativePath(folder, path).Replace('\\', '/'), Path: path))
                .Where(file => file.Name != Readme)
                .ToList();
            ResultLinks.Check(folder, files.Select(file => file.Path));
            CheckSize(folder, files.ConvertAll(file => file.Path));
            string readme = Path.Combine(scratch.Path, Readme);
            File.WriteAllText(readme, ArchiveReadme.Of(result, [.. files.Select(file => file.Name)], licence, key is not null));
            files.Add((Readme, readme));
            string list = Path.Combine(scratch.Path, Sha256Sums.Name);
            File.WriteAllText(list, Sha256Sums.Of(files));
            if (key is not null)
            {
                SshSignature.Sign(list, key);
                files.Add((SshSignature.Name, Path.Combine(scratch.Path, SshSignature.Name)));
            }

            files.Add((Sha256Sums.Name, list));
            Pack(whole, result, files);
            File.Move(whole, file, overwrite: true);
        }
        finally
        {
            AppDomain.CurrentDomain.ProcessExit -= RemovePart;
            File.Delete(whole);
        }

        // An interruption leaves this call behind.
        void RemovePart(object? sender, EventArgs arguments)
        {
            if (File.Exists(whole))
            {
                File.Delete(whole);
            }
        }
    }

    /// <summary>
    /// Unpacks an archive, which may come from a stranger: refuses paths outside of <paramref name="place"/>, more than 10,000
    /// files, and more than 4 GiB. Skips links and other entries that are no regular files.
    /// </summary>
    /// <param name="file">The archive.</param>
    /// <param name="place">An empty folder. The caller deletes it, also after a failure.</param>
    /// <returns>Path of the result folder within <paramref name="place"/>.</returns>
    /// <exception cref="UsageException">The file is no archive of a result.</exception>
    public static string Extract(string file, string place)
    {
        try
        {
            using var packed = new GZipStream(File.OpenRead(file), CompressionMode.Decompress);
            using var tar = new TarReader(packed);
            int files = 0;
            long bytes = 0;
            while (tar.GetNextEntry() is { } entry)
            {
                if (entry.EntryType is not (TarEntryType.RegularFile or TarEntryType.V7RegularFile))
                {
                    continue;
                }

                string path = Path.GetFullPath(Path.Combine(place, entry.Name));
                bytes += entry.Length;
                if (!path.StartsWith(Path.GetFullPath(place) + Path.DirectorySeparatorChar, StringComparison.Ordinal)
                    || ++files > MostFiles || bytes > MostBytes)
                {
                    throw new UsageException($"{file}: not an archive that 'dbingest archive' wrote: it names a file outside of "
                        + $"its folder, or holds more than {Limits}.");
                }

                Directory.CreateDirectory(Path.GetDirectoryName(path)!);
                entry.ExtractToFile(path, overwrite: false);
            }

            return Directory.EnumerateFiles(place, "manifest.json", SearchOption.AllDirectories)
                .Select(Path.GetDirectoryName).OrderBy(path => path!.Length).FirstOrDefault()
                ?? throw new UsageException($"{file}: no result is in it; name a result folder, or what 'dbingest archive' wrote.");
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException or InvalidDataException)
        {
            throw new UsageException($"{file}: cannot be read as an archive ({exception.Message.TrimEnd('.')}); name a result "
                + "folder, or what 'dbingest archive' wrote.");
        }
    }

    /// <summary>
    /// Lists what an archive takes of a folder. Goes through no link to a folder, which may lead back to one above it, but lists
    /// the link.
    /// </summary>
    private static IEnumerable<string> FilesIn(DirectoryInfo folder)
    {
        foreach (var entry in folder.EnumerateFileSystemInfos())
        {
            if (entry is DirectoryInfo { LinkTarget: null } inner)
            {
                foreach (string path in FilesIn(inner))
                {
                    yield return path;
                }
            }
            else if (entry is DirectoryInfo || IsPacked(entry.Name))
            {
                yield return entry.FullName;
            }
        }
    }

    private static bool IsPacked(string name) => Kinds.Contains(Path.GetExtension(name), StringComparer.Ordinal)
        || name == ResultFolder.PricesName || LostTrials.IsKept(name);

    /// <summary>Refuses what <see cref="Extract"/> would not unpack, before anything is read.</summary>
    private static void CheckSize(string folder, List<string> paths)
    {
        long bytes = paths.Sum(path => LengthOf(path));
        if (paths.Count > MostFiles - AddedFiles || bytes > MostBytes - AddedBytes)
        {
            throw new UsageException(string.Create(CultureInfo.InvariantCulture,
                $"archive: {folder} holds {paths.Count:N0} files of {bytes / (double)(1L << 30):0.0} GiB to pack. ")
                + $"Nothing was written: 'run --again' unpacks no more than {Limits}. Move files out of the folder that 'report' "
                + "can write anew, such as samples.csv, figures, latex and hdr.");
        }
    }

    /// <summary>Length in bytes, of a link that of the file that it names.</summary>
    private static long LengthOf(string path)
    {
        using var file = File.OpenRead(path);
        return file.Length;
    }

    private static void Pack(string file, StoredResult result, IEnumerable<(string Name, string Path)> files)
    {
        using var packed = new GZipStream(File.Create(file), CompressionLevel.SmallestSize);
        using var tar = new TarWriter(packed, TarEntryFormat.Ustar);
        foreach (var (name, path) in files.OrderBy(entry => entry.Name, StringComparer.Ordinal))
        {
            using var data = File.OpenRead(path);
            var entry = EntryOf($"{result.Folder}/{name}", result.Summary.StartedUtc);
            entry.DataStream = data;
            entry.ModificationTime = result.Summary.StartedUtc;
            entry.Mode = UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.GroupRead | UnixFileMode.OtherRead;
            tar.WriteEntry(entry);
        }
    }

    /// <summary>
    /// Makes an entry in the format of POSIX's ustar, or in GNU's for a name that ustar has no room for. Every tar of today reads
    /// both. The pax format would not do: System.Formats.Tar writes the number of the process into it.
    /// </summary>
    /// <param name="name">Name of the entry, with slashes.</param>
    /// <param name="time">The times that GNU's format has in addition.</param>
    private static TarEntry EntryOf(string name, DateTimeOffset time) => IsShort(name)
        ? new UstarTarEntry(TarEntryType.RegularFile, name)
        : new GnuTarEntry(TarEntryType.RegularFile, name) { AccessTime = time, ChangeTime = time };

    /// <summary>True if a name fits into ustar's field, or its folder and its last part into the two fields for them.</summary>
    private static bool IsShort(string name)
    {
        int slash = name.LastIndexOf('/');
        int folder = Encoding.UTF8.GetByteCount(name.AsSpan(0, Math.Max(0, slash)));
        int last = Encoding.UTF8.GetByteCount(name.AsSpan(slash + 1));
        return Encoding.UTF8.GetByteCount(name) <= UstarNameBytes || (folder <= UstarFolderBytes && last <= UstarNameBytes);
    }
}
