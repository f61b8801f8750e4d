using System.Globalization;
using System.IO.Enumeration;
using System.Security.Cryptography;
using System.Text;
using DbIngest.Sources.Input;

namespace DbIngest.Sources;

/// <summary>
/// The files that an input names: one file, the files of a folder, those that a pattern matches, or those in a zip file; in order of
/// name or of time. Files that belong to another one (the data of a COMTRADE configuration) or only describe are left out.
/// </summary>
internal sealed class InputSet : IDisposable
{
    private const int MaxFiles = 100_000;

    private static readonly string[] Describing = ["readme", "license", "licence", "copying", "notice"];

    private readonly List<InputFile> _files = [];
    private readonly List<string> _leftOut = [];
    private readonly InputPlaces _places = new();
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
            throw new InputException($"{Name}: no file is to be read ({(_leftOut.Count == 0 ? "nothing matches" : "left out: " + Shown.List(_leftOut))}).");
        }
    }

    /// <summary>The name of the file, folder or pattern.</summary>
    public string Name { get; }

    /// <summary>The files in their order; at least one.</summary>
    public InputFiles Files => field ??= new(_files);

    /// <summary>Files that are there and not read.</summary>
    public IReadOnlyList<string> LeftOut => _leftOut;

    /// <summary>Finds the files. Takes the options <c>entry</c>, <c>match</c>, <c>order</c>, <c>max-bytes</c> and <c>max-ratio</c>.</summary>
    /// <param name="path">A file, a folder, or a path whose last part has <c>*</c> or <c>?</c>.</param>
    /// <param name="options">The options.</param>
    /// <exception cref="InputException">There is none, or one cannot be opened.</exception>
    public static InputSet Open(string path, InputOptions options) => new(path, options);

    /// <summary>The size of all files that are read, as they are on the disk; files beside them (the data of a COMTRADE configuration) included.</summary>
    public long TotalBytes => OnDisk().Sum(file => file.Length);

    /// <inheritdoc/>
    public void Dispose() => _places.Dispose();

    /// <summary>Adds how many files are read, and which are not.</summary>
    public void Describe(IDictionary<string, string> facts)
    {
        facts["files"] = _files.Count.ToString(CultureInfo.InvariantCulture);
        if (_leftOut.Count > 0)
        {
            facts["files_left_out"] = Shown.List(_leftOut);
        }
    }

    /// <summary>The SHA-256 of the file as it is on the disk; of several files, that of their hashes in their order.</summary>
    /// <param name="cancellation">Ends it early.</param>
    /// <returns>64 lower-case hexadecimal digits.</returns>
    public string Sha256(CancellationToken cancellation = default)
    {
        var hashes = OnDisk().Select(file => file.Sha256(cancellation)).ToList();
        return hashes.Count == 1 ? hashes[0] : Convert.ToHexStringLower(SHA256.HashData(Encoding.ASCII.GetBytes(string.Concat(hashes))));
    }

    /// <summary>Whether a path is that of a file that is read.</summary>
    public bool Holds(string path) => OnDisk().Any(file => string.Equals(file.FullPath, Path.GetFullPath(path), StringComparison.Ordinal));

    private IEnumerable<InputFile> OnDisk() => _files
        .SelectMany(file => Companion(file) is { } companion ? [file, companion] : new[] { file })
        .DistinctBy(file => file.FullPath);

    private static InputFile? Companion(InputFile file) =>
        file.HasExtension(".cfg") ? file.Sibling(".dat") : file.HasExtension(".dat") ? file.Sibling(".cfg") : null;

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
                ? files.OrderBy(file => file.LastWriteTimeUtc).ThenBy(file => file.Name, StringComparer.Ordinal)
                : files.OrderBy(file => file.Name, StringComparer.Ordinal);
            return ordered.Select(file => file.FullName).ToList();
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new InputException($"{Name}: the folder cannot be read: {e.Message}", e);
        }
    }

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

        // The order in a zip file is that in which its maker added the files.
        foreach (string entry in _byTime ? entries : [.. entries.Order(StringComparer.Ordinal)])
        {
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
        && !((file.HasExtension(".dat") || file.HasExtension(".hdr") || file.HasExtension(".inf")) && file.Sibling(".cfg") is not null);

    private static bool Matches(string pattern, string name) => FileSystemName.MatchesSimpleExpression(pattern, name, ignoreCase: true);
}
