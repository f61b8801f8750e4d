using System.IO.Compression;

namespace DbIngest.Sources.Input;

/// <summary>A zip file whose directory is read once, however many of its files are read. It stays open until it is disposed.</summary>
internal sealed class ZipContainer : IDisposable
{
    private const int MaxEntries = 100_000;

    private readonly ZipArchive _archive;
    private readonly Dictionary<string, ZipArchiveEntry> _entries = new(StringComparer.Ordinal);
    private readonly Dictionary<string, string> _anyCase = new(StringComparer.OrdinalIgnoreCase);
    private readonly List<string> _names = [];
    private readonly HashSet<string> _extensions = new(StringComparer.OrdinalIgnoreCase);

    /// <summary>Reads the directory.</summary>
    /// <param name="name">The file's name, for messages.</param>
    /// <param name="file">The file; disposed with this object, also when it fails.</param>
    /// <exception cref="InputException">The zip file is damaged or holds too many files.</exception>
    public ZipContainer(string name, FileStream file)
    {
        try
        {
            _archive = new ZipArchive(file, ZipArchiveMode.Read);
            if (_archive.Entries.Count > MaxEntries)
            {
                throw new InputException($"{name}: the zip file holds {_archive.Entries.Count} files; at most {MaxEntries} are read.");
            }

            foreach (var entry in _archive.Entries.Where(entry => !entry.FullName.EndsWith('/')))
            {
                _names.Add(entry.FullName);
                _extensions.Add(Path.GetExtension(entry.FullName));
                _entries.TryAdd(entry.FullName, entry);
                _anyCase.TryAdd(entry.FullName, entry.FullName);
            }
        }
        catch (Exception e) when (e is InvalidDataException or IOException)
        {
            file.Dispose();
            throw new InputException($"{name}: {e.Message}", e);
        }
        catch
        {
            file.Dispose();
            throw;
        }
    }

    /// <summary>The names of the files in it, in their order there.</summary>
    public IReadOnlyList<string> Names => _names;

    /// <summary>The name of a file in it, whatever its letter case; null when there is none.</summary>
    public string? Find(string name) => _anyCase.GetValueOrDefault(name);

    /// <summary>Whether the name of a file in it ends so; letter case does not count.</summary>
    public bool HoldsExtension(string extension) => _extensions.Contains(extension);

    /// <summary>The file of a name; null when there is none.</summary>
    public ZipArchiveEntry? Entry(string name) => _entries.GetValueOrDefault(name);

    /// <inheritdoc/>
    public void Dispose() => _archive.Dispose();
}
