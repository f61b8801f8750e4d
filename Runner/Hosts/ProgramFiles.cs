using System.Formats.Tar;
using System.Security.Cryptography;
using System.Text;

namespace DbIngest.Runner.Hosts;

/// <summary>The files that make up a program's folder: what is run on another host, and nothing else that may lie there, such as results.</summary>
internal sealed class ProgramFiles
{
    /// <summary>The list of hashes among the files, as <c>sha256sum -c</c> reads it.</summary>
    public const string List = "files.sha256";

    private const UnixFileMode Executable = Readable | UnixFileMode.UserExecute | UnixFileMode.GroupExecute | UnixFileMode.OtherExecute;
    private const UnixFileMode Readable = UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.GroupRead | UnixFileMode.OtherRead;

    private readonly string _folder;
    private readonly string _program;
    private readonly IReadOnlyList<string> _names;
    private readonly byte[] _list;

    /// <summary>Reads a folder.</summary>
    /// <param name="folder">The folder.</param>
    /// <param name="program">The program's name: that of its file, and of its settings beside it.</param>
    public ProgramFiles(string folder, string program)
    {
        _folder = folder;
        _program = program;
        _names = [.. Directory.EnumerateFiles(folder, "*", SearchOption.AllDirectories).Select(file => Path.GetRelativePath(folder, file)).Where(IsPart).Order(StringComparer.Ordinal)];
        _list = Encoding.UTF8.GetBytes(string.Concat(_names.Select(name => $"{Hash(name)}  {name}\n")));
        Sha256 = Convert.ToHexStringLower(SHA256.HashData(_list));
        Bytes = _names.Sum(name => new FileInfo(Path.Combine(folder, name)).Length);
    }

    /// <summary>What tells these files from those of any other build: the hash of the list of their hashes.</summary>
    public string Sha256 { get; }

    /// <summary>What they take.</summary>
    public long Bytes { get; }

    /// <summary>Writes them as an archive, the list first.</summary>
    /// <param name="output">Where to.</param>
    /// <param name="written">Is called after each file.</param>
    public void Write(Stream output, Action written)
    {
        using var archive = new TarWriter(output, TarEntryFormat.Ustar, leaveOpen: true);
        using (var list = new MemoryStream(_list))
        {
            archive.WriteEntry(new UstarTarEntry(TarEntryType.RegularFile, List) { Mode = Readable, DataStream = list });
        }

        foreach (string name in _names)
        {
            using var content = File.OpenRead(Path.Combine(_folder, name));
            archive.WriteEntry(new UstarTarEntry(TarEntryType.RegularFile, name) { Mode = name == _program ? Executable : Readable, DataStream = content });
            written();
        }
    }

    /// <summary>Libraries, wherever they lie; beside the program its settings, and itself.</summary>
    private bool IsPart(string name) =>
        Path.GetExtension(name) is ".dll" or ".so" or ".dylib" || name == _program || (name.StartsWith(_program + ".", StringComparison.Ordinal) && Path.GetExtension(name) == ".json");

    private string Hash(string name)
    {
        using var content = File.OpenRead(Path.Combine(_folder, name));
        return Convert.ToHexStringLower(SHA256.HashData(content));
    }
}
