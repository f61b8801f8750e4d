namespace DbIngest.Sources.Input;

/// <summary>
/// The folders and zip files in which the files of an input lie, each looked through once: thousands of files in one place would
/// otherwise cost the square of their number. Not thread-safe.
/// </summary>
internal sealed class InputPlaces : IDisposable
{
    private readonly Dictionary<string, ZipContainer> _zips = new(StringComparer.Ordinal);
    private readonly Dictionary<string, Dictionary<string, string>> _folders = new(StringComparer.Ordinal);

    /// <summary>The zip file of a path.</summary>
    /// <param name="path">The path.</param>
    /// <param name="name">The file's name, for messages.</param>
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

    /// <summary>The path of a file in a folder, whatever its letter case and whether or not it ends in <c>.gz</c>; null when there is none.</summary>
    /// <param name="folder">The folder.</param>
    /// <param name="name">The file's name.</param>
    public string? Find(string folder, string name)
    {
        if (!_folders.TryGetValue(folder, out var files))
        {
            files = new(StringComparer.OrdinalIgnoreCase);
            foreach (string path in Directory.EnumerateFiles(folder).Order(StringComparer.Ordinal))
            {
                files.TryAdd(InputFile.WithoutGzip(Path.GetFileName(path)), path);
            }

            _folders.Add(folder, files);
        }

        return files.GetValueOrDefault(name);
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
}
