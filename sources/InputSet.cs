using System.Globalization;
using System.IO.Enumeration;
using System.Security.Cryptography;
using System.Text;
using DbIngest.Abstractions.Resources;
using DbIngest.Core.Results;
using DbIngest.Sources.DeviceDatabase;
using DbIngest.Sources.Input;

namespace DbIngest.Sources;

/// <summary>
/// Finds the files of an input: one file, a folder without its subfolders, the matches of a pattern, or the files in a zip
/// file, in the order of name or time. <see cref="InputWorkload"/>, <see cref="InputInspector"/> and <c>RecordingExport</c>
/// open one per input. It leaves out files that belong to another one (the data of a COMTRADE configuration) or only describe
/// the others (a readme). It changes no file.
/// </summary>
internal sealed class InputSet : IDisposable
{
    private const int MaxFiles = 100_000;

    private static readonly string[] Describing = ["readme", "license", "licence", "copying", "notice"];

    // Files that a device's database keeps beside its main file. DeviceFile opens those that it needs.
    private static readonly string[] LogsOfDatabases = ["-wal", "-shm", "-journal"];

    private readonly List<InputFile> _files = [];
    private readonly List<string> _leftOut = [];
    private readonly InputLocations _places = new();
    private readonly InputLimits _limits;
    private readonly string? _match;
    private readonly bool _byTime;

    private InputSet(string path, InputOptions options)
    {
        string? entry = options.Take("entry");
        _limits = InputLimits.Take(options);
        _match = options.Take("match");
        _byTime = options.TakeWord("order", false, ("name", false), ("time", true));
        Name = Path.GetFileName(Path.TrimEndingDirectorySeparator(path));
        if (entry is not null)
        {
            _files.Add(InputFile.Open(path, entry, _limits, _places));
            return;
        }

        bool collection = false;
        foreach (string file in Find(path, ref collection))
        {
            Add(file, collection);
        }

        if (_files.Count == 0)
        {
            throw new InputException(
                $"{Name}: there is no file to read "
                + $"({(_leftOut.Count == 0 ? "nothing matches" : "left out: " + SafeText.List(_leftOut))}).");
        }
    }

    public string Name { get; }

    /// <summary>The files in their order, at least one.</summary>
    public InputFiles Files => field ??= new(_files);

    /// <summary>Files that match but are not read.</summary>
    public IReadOnlyList<string> LeftOut => _leftOut;

    /// <summary>
    /// Finds the files. Takes the options <c>entry</c>, <c>match</c>, <c>order</c>, <c>max-bytes</c> and <c>max-ratio</c>.
    /// </summary>
    /// <param name="path">A file, a folder, or a path whose last part has <c>*</c> or <c>?</c>.</param>
    /// <exception cref="InputException">No file matches, or one cannot be opened.</exception>
    public static InputSet Open(string path, InputOptions options) => new(path, options);

    /// <summary>
    /// Size on the disk of all files that are read, in bytes: also of the data beside a COMTRADE configuration, and of the
    /// write-ahead log of a database.
    /// </summary>
    public long TotalBytes => OnDisk.Sum(file => file.Length);

    /// <inheritdoc/>
    public void Dispose() => _places.Dispose();

    /// <summary>Adds the number of files, and those left out, to an input's facts.</summary>
    public void Describe(IDictionary<string, string> facts)
    {
        facts["files"] = _files.Count.ToString(CultureInfo.InvariantCulture);
        if (_leftOut.Count > 0)
        {
            facts["files_left_out"] = SafeText.List(_leftOut);
        }
    }

    /// <summary>
    /// Computes the SHA-256 of the file on the disk, as 64 lower-case hexadecimal digits. Of several files, of their hashes in
    /// order.
    /// </summary>
    /// <param name="cancellation">Checked between reads of 256 KiB.</param>
    public string Sha256(CancellationToken cancellation = default)
    {
        var hashes = OnDisk.Select(file => file.Sha256(cancellation)).ToList();
        return hashes.Count == 1 ? hashes[0]
            : Convert.ToHexStringLower(SHA256.HashData(Encoding.ASCII.GetBytes(string.Concat(hashes))));
    }

    /// <summary>True when a path leads to one of the files that are read, by whatever names and links.</summary>
    public bool Holds(string path)
    {
        // A file is opened by its full path, which needs no folder before "..".
        string full = Path.GetFullPath(path);
        return OnDisk.Any(file => RegularFile.IsSame(file.FullPath, full));
    }

    private IReadOnlyList<InputFile> OnDisk => field ??=
    [
        .. _files.SelectMany(file => Companion(file) is { } companion ? [file, companion] : new[] { file })
            .DistinctBy(file => file.FullPath),
    ];

    private static InputFile? Companion(InputFile file) =>
        (file.HasExtension(".cfg") ? file.Sibling(".dat") : file.HasExtension(".dat") ? file.Sibling(".cfg") : null)
            ?? DeviceFile.LogOf(file);

    private List<string> Find(string path, ref bool collection)
    {
        string pattern = Name;
        bool isPattern = !File.Exists(path) && pattern.AsSpan().ContainsAny('*', '?');
        if (!isPattern && !Directory.Exists(path))
        {
            return [path];
        }

        collection = true;
        string folder = isPattern ? Path.GetDirectoryName(Path.GetFullPath(path))! : path;
        try
        {
            var files = new DirectoryInfo(folder).EnumerateFiles()
                .Where(file => !file.Name.StartsWith('.') && (!isPattern || Matches(pattern, file.Name)))
                .Take(MaxFiles + 1)
                .ToList();
            if (files.Count > MaxFiles)
            {
                throw new InputException($"{Name}: there are more than {MaxFiles} files; choose some with a pattern.");
            }

            var ordered = _byTime
                ? files.OrderBy(WrittenUtc).ThenBy(file => file.Name, StringComparer.Ordinal)
                : files.OrderBy(file => file.Name, StringComparer.Ordinal);
            return ordered.Select(file => file.FullName).ToList();
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new InputException($"{Name}: the folder cannot be read: {e.Message}", e);
        }
    }

    /// <summary>When a file was last written: the file itself where the name is a link to it.</summary>
    private static DateTime WrittenUtc(FileInfo file) => File.GetLastWriteTimeUtc(Links.Followed(file.FullName));

    private void Add(string path, bool collection)
    {
        if (collection && SpecialFiles.IsStream(path))
        {
            _leftOut.Add(Path.GetFileName(path) + " (no regular file)");
            return;
        }

        var file = InputFile.Open(path, entry: null, _limits, _places);
        Refused.RefusedFormat.RefuseArchive(file);
        var entries = file.Entries;
        if (entries.Count < 2)
        {
            Add(file, file.Name, collection);
            return;
        }

        // Files in a zip file have the order in which its maker added them.
        foreach (string entry in _byTime ? entries : [.. entries.Order(StringComparer.Ordinal)])
        {
            if (IsHidden(entry))
            {
                _leftOut.Add(entry);
                continue;
            }

            Add(InputFile.Open(path, entry, _limits, _places), entry, collection: true);
        }
    }

    private void Add(InputFile file, string name, bool collection)
    {
        if (collection && (!IsWanted(file) || (_match is not null && !Matches(_match, file.Name))))
        {
            _leftOut.Add(name);
            return;
        }

        if (_files.Count == MaxFiles)
        {
            throw new InputException($"{Name}: there are more than {MaxFiles} files.");
        }

        _files.Add(file);
    }

    private static bool IsWanted(InputFile file) =>
        !Describing.Any(word => file.Name.StartsWith(word, StringComparison.OrdinalIgnoreCase))
        && !((file.HasExtension(".dat") || file.HasExtension(".hdr") || file.HasExtension(".inf"))
            && file.Sibling(".cfg") is not null)
        && !LogsOfDatabases.Any(end => file.HasExtension(end) && file.Beside(file.PlainName[..^end.Length]) is not null);

    /// <summary>
    /// True for hidden files, and for those that macOS adds for each packed file: the user did not choose them.
    /// </summary>
    private static bool IsHidden(string entry) =>
        entry[(entry.LastIndexOf('/') + 1)..].StartsWith('.') || entry.StartsWith("__MACOSX/", StringComparison.Ordinal);

    private static bool Matches(string pattern, string name) =>
        FileSystemName.MatchesSimpleExpression(pattern, name, ignoreCase: true);
}
