using System.IO.Compression;
using System.Security.Cryptography;

namespace DbIngest.Sources.Input;

/// <summary>
/// An input file and its content: the file's bytes, or the content of a gzip or zip file. <see cref="InputSet"/> opens one per
/// file, and formats read content through it, as often as they like, each time from the start. It never writes, and bounds the
/// expansion, so that a small file cannot fill the disk.
/// </summary>
internal sealed class InputFile
{
    /// <summary>Bytes of the content's beginning in <see cref="Head"/>.</summary>
    public const int HeadBytes = 64 * 1024;

    private const int MaxNameLength = 120;
    private const int BufferBytes = 128 * 1024;
    private const int HashBytes = 256 * 1024;

    private readonly string _path;
    private readonly string? _entry;
    private readonly string _fileName;
    private readonly InputLimits _limits;
    private readonly InputLocations _places;
    private readonly Container _container;

    // Weak: an input may have 100,000 files, and is open until all of them are read.
    private WeakReference<byte[]>? _head;

    private InputFile(string path, string? entry, InputLimits limits, InputLocations places)
    {
        _path = path;
        _entry = entry;
        _limits = limits;
        _places = places;
        _fileName = entry is null ? Path.GetFileName(path) : entry[(entry.LastIndexOf('/') + 1)..];
        Name = SafeText.Bounded(_fileName, MaxNameLength);
        if (SpecialFiles.IsStream(path))
        {
            throw new InputException(
                $"{Name}: it is a pipe, a socket or a terminal, which cannot be read twice; write its output to a file first.");
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

    /// <summary>Path of the file. For an entry of a zip file, the zip file's.</summary>
    public string FullPath => Path.GetFullPath(_path);

    /// <summary>True when the content is not the file's own bytes.</summary>
    public bool IsCompressed => _container != Container.None;

    /// <summary>The file's name without its folder.</summary>
    public string Name { get; }

    /// <summary>Size of the file on the disk, in bytes.</summary>
    public long Length { get; }

    /// <summary>The beginning of the content, up to <see cref="HeadBytes"/>.</summary>
    /// <exception cref="InputException">The content cannot be read.</exception>
    public ReadOnlySpan<byte> Head
    {
        get
        {
            if (_head is null || !_head.TryGetTarget(out byte[]? head))
            {
                using var content = OpenContent();
                byte[] buffer = new byte[HeadBytes];
                int count = content.ReadAtLeast(buffer, buffer.Length, throwOnEndOfStream: false);
                head = buffer[..count];
                _head = new(head);
            }

            return head;
        }
    }

    /// <summary>
    /// Opens a file and detects gzip and zip. Takes the options <c>entry</c>, <c>max-bytes</c> and <c>max-ratio</c>. Tests use
    /// it: an input opens its files through <see cref="InputSet"/>.
    /// </summary>
    /// <exception cref="InputException">The file does not exist or cannot be read.</exception>
    public static InputFile Open(string path, InputOptions options)
    {
        string? entry = options.Take("entry");
        return new(path, entry, InputLimits.Take(options), new());
    }

    /// <summary>Opens a file, or one entry of a zip file.</summary>
    /// <param name="entry">The name of the entry; null for the file itself.</param>
    /// <param name="limits">Limits on the expansion.</param>
    /// <param name="places">Index of the input's folders and zip files.</param>
    /// <exception cref="InputException">The file does not exist or cannot be read.</exception>
    public static InputFile Open(string path, string? entry, InputLimits limits, InputLocations places) =>
        new(path, entry, limits, places);

    /// <summary>True when the name of the content, without <c>.gz</c>, ends with this extension in any letter case.</summary>
    public bool HasExtension(string extension) => PlainName.EndsWith(extension, StringComparison.OrdinalIgnoreCase);

    /// <summary>
    /// Finds the file of the same folder or zip file whose name differs only in the extension, else also in letter case. Null
    /// without one.
    /// </summary>
    /// <param name="extension">The other extension, with its point.</param>
    public InputFile? Sibling(string extension) => Beside(Path.ChangeExtension(PlainName, extension));

    /// <summary>Finds a file of the same folder or zip file, in any letter case. Null without one.</summary>
    /// <param name="name">Its name without folder and without <c>.gz</c>.</param>
    public InputFile? Beside(string name)
    {
        if (_container == Container.Zip)
        {
            string own = _entry ?? (Entries.Count > 0 ? Entries[0] : string.Empty);
            return Zip.Find(own[..(own.LastIndexOf('/') + 1)] + name) is { } entry
                ? new InputFile(_path, entry, _limits, _places) : null;
        }

        string? found = _places.Find(Path.GetDirectoryName(Path.GetFullPath(_path))!, name);
        return found is null ? null : Other(found);
    }

    /// <summary>Opens another file by its path, with the limits of this one.</summary>
    /// <exception cref="InputException">The file does not exist or cannot be read.</exception>
    public InputFile Other(string path) => new(path, null, _limits, _places);

    /// <summary>Names of the files in a zip file, in their order there. Empty for other files.</summary>
    /// <exception cref="InputException">The zip file is damaged or holds too many files.</exception>
    public IReadOnlyList<string> Entries => _container == Container.Zip ? Zip.Names : [];

    /// <summary>True for a zip file that holds a file with this extension in any letter case.</summary>
    public bool HoldsExtension(string extension) => _container == Container.Zip && Zip.HoldsExtension(extension);

    private ZipContainer Zip => _places.Zip(FullPath, Path.GetFileName(_path), () => OpenFile());

    /// <summary>The name of the content without its folder and without <c>.gz</c>.</summary>
    public string PlainName => _container == Container.Gzip ? WithoutGzip(_fileName) : _fileName;

    /// <summary>Returns a name without the ending <c>.gz</c>.</summary>
    public static string WithoutGzip(string name) => name.EndsWith(".gz", StringComparison.OrdinalIgnoreCase) ? name[..^3] : name;

    /// <summary>Opens the content from its start. Reading throws only <see cref="InputException"/>.</summary>
    /// <returns>A stream that cannot seek. The caller disposes it.</returns>
    public Stream OpenContent()
    {
        if (_container == Container.Zip)
        {
            return OpenEntry();
        }

        // Plain content is read in large pieces, so it needs no buffer.
        var file = OpenFile(_container == Container.None ? 0 : BufferBytes);
        try
        {
            return _container == Container.Gzip
                ? Bounded(new GZipStream(file, CompressionMode.Decompress), Name, Length)
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

    /// <summary>
    /// Reads up to 64 KiB of a plain file from an offset. Null for a compressed file, whose content can only be read in order.
    /// </summary>
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

    /// <summary>True when the content begins with some bytes. Reads no more than these, unlike <see cref="Head"/>.</summary>
    /// <exception cref="InputException">The content cannot be read.</exception>
    public bool BeginsWith(ReadOnlySpan<byte> bytes)
    {
        using var content = OpenContent();
        Span<byte> begin = stackalloc byte[bytes.Length];
        return begin[..content.ReadAtLeast(begin, begin.Length, throwOnEndOfStream: false)].SequenceEqual(bytes);
    }

    /// <summary>Computes the SHA-256 of the file on the disk, as 64 lower-case hexadecimal digits.</summary>
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
                $"{Path.GetFileName(_path)}: the zip file holds {zip.Names.Count} files, "
                + $"{(_entry is null ? "and one is needed" : $"none named {SafeText.Text(_entry)}")}. "
                + $"Name one with the input option entry=; its files: {SafeText.List(zip.Names)}");
        }

        string place = $"{SafeText.Bounded(Path.GetFileName(_path), MaxNameLength)}, entry {SafeText.Text(chosen.FullName)}";
        if (chosen.IsEncrypted)
        {
            throw new InputException($"{place}: it is encrypted; unpack it, and give its file.");
        }

        try
        {
            return Bounded(new ZipEntryStream(chosen, chosen.Open()), place, chosen.CompressedLength);
        }
        catch (Exception e) when (e is InvalidDataException or IOException)
        {
            throw new InputException(
                $"{place}: {e.Message.TrimEnd('.')}; copy the zip file again, or unpack it and give its file.", e);
        }
    }

    private ContentStream Bounded(Stream content, string place, long compressedBytes)
    {
        // Below 64 MiB no ratio does harm: a file of zeros may well shrink a thousandfold.
        long byRatio = Math.Max(64L << 20, compressedBytes > long.MaxValue / _limits.Ratio ? long.MaxValue
            : compressedBytes * _limits.Ratio);
        return byRatio < _limits.Bytes
            ? new ContentStream(content, place, byRatio,
                $"more than {_limits.Ratio} times its size; raise the input option max-ratio if it is sound")
            : new ContentStream(content, place, _limits.Bytes,
                $"more than {_limits.Bytes} bytes; raise the input option max-bytes if it is sound");
    }
}
