using System.IO.Compression;

namespace DbIngest.Sources.Input;

/// <summary>
/// A zip file whose directory is read once, however many of its files are read. <see cref="InputLocations"/> opens one per zip
/// file and keeps it open until the input is disposed. It refuses a file with more than 100,000 entries, or with two of the same
/// name. One thread at a time reads the entries.
/// </summary>
internal sealed class ZipContainer : IDisposable
{
    private const int MaxEntries = 100_000;

    private readonly ZipArchive _archive;
    private readonly Dictionary<string, ZipArchiveEntry> _entries = new(StringComparer.Ordinal);
    private readonly Dictionary<string, List<string>> _anyCase = new(StringComparer.OrdinalIgnoreCase);
    private readonly List<string> _names = [];
    private readonly HashSet<string> _extensions = new(StringComparer.OrdinalIgnoreCase);

    /// <summary>Reads the directory.</summary>
    /// <param name="file">The file; disposed with this object, also when reading fails.</param>
    /// <exception cref="InputException">The zip file is damaged, or holds too many files or a name twice.</exception>
    public ZipContainer(string name, FileStream file)
    {
        try
        {
            _archive = new ZipArchive(file, ZipArchiveMode.Read);
            if (_archive.Entries.Count > MaxEntries)
            {
                throw new InputException(
                    $"{name}: the zip file holds {_archive.Entries.Count} files, and at most {MaxEntries} are read; split it.");
            }

            foreach (var entry in _archive.Entries.Where(entry => !entry.FullName.EndsWith('/')))
            {
                if (!_entries.TryAdd(entry.FullName, entry))
                {
                    throw Refusal.At(name, 0, $"the zip file holds two files named '{SafeText.Text(entry.FullName)}', as "
                        + "programs leave them that add a new version of a file; unpack it and pack the one to read");
                }

                _names.Add(entry.FullName);
                _extensions.Add(Path.GetExtension(entry.FullName));
                if (!_anyCase.TryAdd(entry.FullName, [entry.FullName]))
                {
                    _anyCase[entry.FullName].Add(entry.FullName);
                }
            }
        }
        catch (Exception e) when (e is InvalidDataException or IOException)
        {
            file.Dispose();
            throw new InputException(
                $"{name}: the zip file cannot be read: {e.Message.TrimEnd('.')}; it is damaged or cut off: copy it again.", e);
        }
        catch
        {
            file.Dispose();
            throw;
        }
    }

    /// <summary>Names of the files in the zip file, in their order there.</summary>
    public IReadOnlyList<string> Names => _names;

    /// <summary>Finds the name of a file, in any letter case, the most similar one first. Null without one.</summary>
    public string? Find(string name) =>
        _anyCase.GetValueOrDefault(name)?.MinBy(other => InputLocations.Differences(other, name));

    /// <summary>True when a file has this extension, in any letter case.</summary>
    public bool HoldsExtension(string extension) => _extensions.Contains(extension);

    /// <summary>Returns the file with this name. Null without one.</summary>
    public ZipArchiveEntry? Entry(string name) => _entries.GetValueOrDefault(name);

    /// <inheritdoc/>
    public void Dispose() => _archive.Dispose();
}
