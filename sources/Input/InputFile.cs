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

    private const int MaxNameLength = 120;
    private const int BufferBytes = 128 * 1024;
    private const int HashBytes = 256 * 1024;

    private readonly string _path;
    private readonly string? _entry;
    private readonly string _fileName;
    private readonly InputLimits _limits;
    private readonly InputPlaces _places;
    private readonly Container _container;
    private byte[]? _head;

    private InputFile(string path, string? entry, InputLimits limits, InputPlaces places)
    {
        _path = path;
        _entry = entry;
        _limits = limits;
        _places = places;
        _fileName = entry is null ? Path.GetFileName(path) : entry[(entry.LastIndexOf('/') + 1)..];
        Name = Shown.Bounded(_fileName, MaxNameLength);
        if (SpecialFiles.IsStream(path))
        {
            throw new InputException($"{Name}: it is a pipe, a socket or a terminal, which cannot be read more than once; write what comes out of it to a file first.");
        }

        using var stream = OpenFile(buffer: 0);
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
        return new(path, entry, InputLimits.Take(options), new());
    }

    /// <summary>Opens a file, or one entry of a zip file.</summary>
    /// <param name="path">The file.</param>
    /// <param name="entry">The name of the entry; null for the file itself.</param>
    /// <param name="limits">How far it may expand.</param>
    /// <param name="places">Where the files of the input lie.</param>
    /// <exception cref="InputException">The file is not there or cannot be read.</exception>
    public static InputFile Open(string path, string? entry, InputLimits limits, InputPlaces places) => new(path, entry, limits, places);

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
            string own = _entry ?? (Entries.Count > 0 ? Entries[0] : string.Empty);
            return Zip.Find(own[..(own.LastIndexOf('/') + 1)] + wanted) is { } entry ? new InputFile(_path, entry, _limits, _places) : null;
        }

        string? found = _places.Find(Path.GetDirectoryName(Path.GetFullPath(_path))!, wanted);
        return found is null ? null : new InputFile(found, null, _limits, _places);
    }

    /// <summary>The names of the files in a zip file, in their order there; none for other files.</summary>
    /// <exception cref="InputException">The zip file is damaged or holds too many.</exception>
    public IReadOnlyList<string> Entries => _container == Container.Zip ? Zip.Names : [];

    /// <summary>Whether it is a zip file that holds a file whose name ends so; letter case does not count.</summary>
    public bool HoldsExtension(string extension) => _container == Container.Zip && Zip.HoldsExtension(extension);

    private ZipContainer Zip => _places.Zip(FullPath, Path.GetFileName(_path), () => OpenFile());

    private string PlainName => _container == Container.Gzip ? WithoutGzip(_fileName) : _fileName;

    /// <summary>A name without the ending <c>.gz</c>.</summary>
    public static string WithoutGzip(string name) => name.EndsWith(".gz", StringComparison.OrdinalIgnoreCase) ? name[..^3] : name;

    /// <summary>Opens the content from its start. Reading it throws <see cref="InputException"/> only.</summary>
    /// <returns>A stream that the caller disposes; it cannot seek.</returns>
    public Stream OpenContent()
    {
        if (_container == Container.Zip)
        {
            return OpenEntry();
        }

        // Who reads plain content does so in large pieces.
        var file = OpenFile(_container == Container.None ? 0 : BufferBytes);
        try
        {
            return _container == Container.Gzip
                ? Bounded(new GZipStream(file, CompressionMode.Decompress), Length)
                : new ContentStream(file, Name, long.MaxValue, "");
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

    /// <summary>Up to 64 KiB of a plain file from an offset on; null for a compressed one, whose content has to be read up to there.</summary>
    /// <exception cref="InputException">The file cannot be read.</exception>
    public byte[]? Peek(long offset)
    {
        if (IsCompressed)
        {
            return null;
        }

        if (offset < 0 || offset >= Length)
        {
            return [];
        }

        using var stream = OpenFile(buffer: 0);
        stream.Position = offset;
        using var content = new ContentStream(stream, Name, long.MaxValue, "");
        byte[] buffer = new byte[HeadBytes];
        return buffer[..content.ReadAtLeast(buffer, buffer.Length, throwOnEndOfStream: false)];
    }

    /// <summary>The SHA-256 of the file as it is on the disk.</summary>
    /// <returns>64 lower-case hexadecimal digits.</returns>
    public string Sha256(CancellationToken cancellation)
    {
        using var stream = OpenFile(buffer: 0);
        using var hash = IncrementalHash.CreateHash(HashAlgorithmName.SHA256);
        byte[] buffer = new byte[HashBytes];
        for (int count; (count = stream.Read(buffer)) > 0;)
        {
            cancellation.ThrowIfCancellationRequested();
            hash.AppendData(buffer, 0, count);
        }

        return Convert.ToHexStringLower(hash.GetHashAndReset());
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

    private ContentStream OpenEntry()
    {
        var zip = Zip;
        var chosen = _entry is not null ? zip.Entry(_entry) : zip.Names.Count == 1 ? zip.Entry(zip.Names[0]) : null;
        if (chosen is null)
        {
            throw new InputException(
                $"{Path.GetFileName(_path)}: the zip file holds {zip.Names.Count} files, {(_entry is null ? "and one is needed" : $"none named {Shown.Text(_entry)}")}. "
                + $"Name one with the input option entry=; there are: {Shown.List(zip.Names)}");
        }

        try
        {
            return Bounded(new ZipEntryStream(chosen), chosen.CompressedLength);
        }
        catch (Exception e) when (e is InvalidDataException or IOException)
        {
            throw new InputException($"{Name}: {e.Message}", e);
        }
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
