namespace DbIngest.Sources.Input;

/// <summary>
/// Index of the folders and zip files that hold the files of an input. <see cref="InputSet"/> owns one, and its files look for
/// their siblings in it. Each place is listed once, because thousands of files in one place would otherwise cost the square of
/// their number. Not thread-safe: the hash task of <see cref="InputWorkload"/> must look nothing up.
/// </summary>
internal sealed class InputLocations : IDisposable
{
    private readonly Dictionary<string, ZipContainer> _zips = new(StringComparer.Ordinal);
    private readonly Dictionary<string, ILookup<string, (string Name, string Path)>> _folders = new(StringComparer.Ordinal);

    /// <summary>Returns the zip file at a path, opened once.</summary>
    /// <param name="open">Opens the file.</param>
    /// <exception cref="InputException">The zip file is damaged or holds too many files.</exception>
    public ZipContainer Zip(string path, string name, Func<FileStream> open)
    {
        if (!_zips.TryGetValue(path, out var zip))
        {
            zip = new ZipContainer(name, open());
            _zips.Add(path, zip);
        }

        return zip;
    }

    /// <summary>
    /// Finds a file in a folder, in any letter case, the most similar name first, and with or without <c>.gz</c>. Null without
    /// one. With <c>.gz</c> in the name, only a file that has it is found.
    /// </summary>
    /// <exception cref="InputException">The folder cannot be listed.</exception>
    public string? Find(string folder, string name)
    {
        if (!_folders.TryGetValue(folder, out var files))
        {
            files = List(folder, name)
                .SelectMany(path => new[] { (Name: InputFile.WithoutGzip(Path.GetFileName(path)), Path: path),
                    (Name: Path.GetFileName(path), Path: path) })
                .ToLookup(file => file.Name, StringComparer.OrdinalIgnoreCase);
            _folders.Add(folder, files);
        }

        return files[name].OrderBy(file => Differences(file.Name, name)).Select(file => file.Path).FirstOrDefault();
    }

    /// <summary>
    /// Says how much two names of equal letters differ in letter case. The extension decides only between names that differ
    /// equally before it: <c>A.DAT</c> belongs to <c>A.CFG</c>, and <c>a.dat</c> does not.
    /// </summary>
    public static int Differences(string one, string other)
    {
        const int beforeExtension = 1000;
        int extension = other.LastIndexOf('.');
        return one.Zip(other).Select((pair, i) => pair.First == pair.Second ? 0 : i < extension ? beforeExtension : 1).Sum();
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        foreach (var zip in _zips.Values)
        {
            zip.Dispose();
        }

        _zips.Clear();
    }

    private static string[] List(string folder, string name)
    {
        try
        {
            return [.. Directory.EnumerateFiles(folder).Order(StringComparer.Ordinal)];
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new InputException($"{name}: its folder cannot be listed to look for it: {e.Message}", e);
        }
    }
}
