using System.IO.Compression;
using System.Security.Cryptography;

namespace DbIngest.Sources.Input;

/// <summary>
/// An input file and its content: the file's own bytes, or what is inside a gzip file or a zip file. How far the content may
/// expand is bounded, so that a small file cannot fill the disk.
/// </summary>
internal sealed class InputFile
{
    /// <summary>How much of the beginning of the content <see cref="Head"/> holds, in bytes.</summary>
    public const int HeadBytes = 64 * 1024;

    private const int MaxEntries = 100_000;
    private const int BufferBytes = 128 * 1024;

    private readonly string _path;
    private readonly string? _entry;
    private readonly InputLimits _limits;
    private readonly Container _container;
    private byte[]? _head;

    private InputFile(string path, string? entry, InputLimits limits)
    {
        _path = path;
        _entry = entry;
        _limits = limits;
        Name = entry is null ? Path.GetFileName(path) : entry[(entry.LastIndexOf('/') + 1)..];
        using var stream = OpenFile();
        Length = stream.Length;
        Span<byte> magic = stackalloc byte[4];
        int count = stream.ReadAtLeast(magic, 4, throwOnEndOfStream: false);
        _container = magic[..count] switch
        {
            [0x1f, 0x8b, ..] => Container.Gzip,
            [(byte)'P', (byte)'K', 3, 4] => Container.Zip,
            _ => Container.None,
        };
        if (_entry is not null && _container != Container.Zip)
        {
            throw new ArgumentException($"Input option entry: {Name} is not a zip file.");
        }
    }

    private enum Container
    {
        None,
        Gzip,
        Zip,
    }

    /// <summary>Where the file is, for a zip file the zip file.</summary>
    public string FullPath => Path.GetFullPath(_path);

    /// <summary>Whether the content is not the file's own bytes.</summary>
    public bool IsCompressed => _container != Container.None;

    /// <summary>The file's name without its folder.</summary>
    public string Name { get; }

    /// <summary>The file's size as it is on the disk, in bytes.</summary>
    public long Length { get; }

    /// <summary>The beginning of the content.</summary>
    /// <exception cref="InputException">It cannot be read.</exception>
    public ReadOnlySpan<byte> Head
    {
        get
        {
            if (_head is null)
            {
                using var content = OpenContent();
                byte[] buffer = new byte[HeadBytes];
                int count = content.ReadAtLeast(buffer, buffer.Length, throwOnEndOfStream: false);
                _head = buffer[..count];
            }

            return _head;
        }
    }

    /// <summary>Finds out what the file is. Takes the options <c>entry</c>, <c>max-bytes</c> and <c>max-ratio</c>.</summary>
    /// <exception cref="InputException">The file is not there or cannot be read.</exception>
    public static InputFile Open(string path, InputOptions options)
    {
        string? entry = options.Take("entry");
        return new(path, entry, InputLimits.Take(options));
    }

    /// <summary>Opens a file, or one entry of a zip file.</summary>
    /// <exception cref="InputException">The file is not there or cannot be read.</exception>
    public static InputFile Open(string path, string? entry, InputLimits limits) => new(path, entry, limits);

    /// <summary>Whether the name of the content, without <c>.gz</c>, ends so; letter case does not count.</summary>
    public bool HasExtension(string extension) => PlainName.EndsWith(extension, StringComparison.OrdinalIgnoreCase);

    /// <summary>The file beside this one, in its folder or zip file, that differs in the extension only; letter case does not count.</summary>
    /// <param name="extension">The other extension, with its point.</param>
    /// <returns>The file, or null when there is none.</returns>
    public InputFile? Sibling(string extension)
    {
        string wanted = Path.ChangeExtension(PlainName, extension);
        if (_container == Container.Zip)
        {
            string own = _entry ?? Entries().FirstOrDefault() ?? string.Empty;
            string folder = own[..(own.LastIndexOf('/') + 1)];
            return Entries().Find(e => string.Equals(e, folder + wanted, StringComparison.OrdinalIgnoreCase)) is { } entry
                ? new InputFile(_path, entry, _limits)
                : null;
        }

        string? found = Directory.EnumerateFiles(Path.GetDirectoryName(Path.GetFullPath(_path))!)
            .Where(path => string.Equals(WithoutGzip(Path.GetFileName(path)), wanted, StringComparison.OrdinalIgnoreCase))
            .Order(StringComparer.Ordinal)
            .FirstOrDefault();
        return found is null ? null : new InputFile(found, null, _limits);
    }

    /// <summary>The names of the files in a zip file, in their order there; none for other files.</summary>
    /// <exception cref="InputException">The zip file is damaged or holds too many.</exception>
    public List<string> Entries()
    {
        if (_container != Container.Zip)
        {
            return [];
        }

        try
        {
            using var archive = new ZipArchive(OpenFile(), ZipArchiveMode.Read);
            return archive.Entries.Count > MaxEntries
                ? throw new InputException($"{Name}: the zip file holds {archive.Entries.Count} files; at most {MaxEntries} are read.")
                : [.. archive.Entries.Where(entry => !entry.FullName.EndsWith('/')).Select(entry => entry.FullName)];
        }
        catch (Exception e) when (e is InvalidDataException or IOException)
        {
            throw new InputException($"{Name}: {e.Message}", e);
        }
    }

    private string PlainName => _container == Container.Gzip ? WithoutGzip(Name) : Name;

    private static string WithoutGzip(string name) => name.EndsWith(".gz", StringComparison.OrdinalIgnoreCase) ? name[..^3] : name;

    /// <summary>Opens the content from its start. Reading it throws <see cref="InputException"/> only.</summary>
    /// <returns>A stream that the caller disposes; it cannot seek.</returns>
    public Stream OpenContent()
    {
        // Who reads plain content does so in large pieces.
        var file = OpenFile(_container == Container.None ? 0 : BufferBytes);
        try
        {
            return _container switch
            {
                Container.Gzip => Bounded(new GZipStream(file, CompressionMode.Decompress), Length),
                Container.Zip => OpenEntry(file),
                _ => new ContentStream(file, Name, long.MaxValue, ""),
            };
        }
        catch (Exception e) when (e is InvalidDataException or IOException)
        {
            file.Dispose();
            throw new InputException($"{Name}: {e.Message}", e);
        }
        catch
        {
            file.Dispose();
            throw;
        }
    }

    /// <summary>The SHA-256 of the file as it is on the disk.</summary>
    /// <returns>64 lower-case hexadecimal digits.</returns>
    public string Sha256()
    {
        using var stream = OpenFile();
        return Convert.ToHexStringLower(SHA256.HashData(stream));
    }

    private FileStream OpenFile(int buffer = BufferBytes)
    {
        try
        {
            return new FileStream(_path, FileMode.Open, FileAccess.Read, FileShare.Read, buffer, FileOptions.SequentialScan);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or ArgumentException or NotSupportedException)
        {
            throw new InputException($"{Name}: the input cannot be opened: {e.Message}", e);
        }
    }

    private ContentStream OpenEntry(FileStream file)
    {
        var archive = new ZipArchive(file, ZipArchiveMode.Read);
        var entries = archive.Entries.Where(entry => !entry.FullName.EndsWith('/')).ToList();
        var chosen = _entry is null
            ? entries.Count == 1 ? entries[0] : null
            : entries.Find(entry => string.Equals(entry.FullName, _entry, StringComparison.Ordinal));
        if (chosen is null)
        {
            string names = string.Join(", ", entries.Take(20).Select(entry => entry.FullName));
            throw new InputException(
                $"{Name}: the zip file holds {entries.Count} files, {(_entry is null ? "and one is needed" : $"none named {_entry}")}. "
                + $"Name one with the input option entry=; there are: {names}{(entries.Count > 20 ? ", ..." : "")}");
        }

        return Bounded(new ZipEntryStream(chosen, archive), chosen.CompressedLength);
    }

    private ContentStream Bounded(Stream content, long compressedBytes)
    {
        // Below 64 MiB no ratio does harm; a file of zeros may well shrink a thousandfold.
        long byRatio = Math.Max(64L << 20, compressedBytes > long.MaxValue / _limits.Ratio ? long.MaxValue : compressedBytes * _limits.Ratio);
        return byRatio < _limits.Bytes
            ? new ContentStream(content, Name, byRatio, $"more than {_limits.Ratio} times its size; raise the input option max-ratio if it is sound")
            : new ContentStream(content, Name, _limits.Bytes, $"more than {_limits.Bytes} bytes; raise the input option max-bytes if it is sound");
    }
}
