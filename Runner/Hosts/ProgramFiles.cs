using System.Formats.Tar;
using System.Security.Cryptography;
using System.Text;

namespace DbIngest.Runner.Hosts;

/// <summary>
/// Selects and archives the files of this program that another host needs to run it, without other files of the folder such as
/// results. <c>ProgramCopy</c> sends them for <c>--host-program copy</c>. It reads the folder and changes nothing. A new kind
/// of file that the program needs to run must be selected here, or copies on other hosts lack it.
/// </summary>
internal sealed class ProgramFiles
{
    /// <summary>
    /// Name of the file with the hashes of all others, in the format of <c>sha256sum -c</c>. The script of <c>ProgramCopy</c>
    /// repeats the name.
    /// </summary>
    public const string List = "files.sha256";

    private const UnixFileMode Executable =
        Readable | UnixFileMode.UserExecute | UnixFileMode.GroupExecute | UnixFileMode.OtherExecute;
    private const UnixFileMode Readable =
        UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.GroupRead | UnixFileMode.OtherRead;

    private readonly string _folder;
    private readonly string _program;
    private readonly IReadOnlyList<string> _names;
    private readonly byte[] _list;

    /// <summary>Selects the files of a folder and reads all of them for their hashes.</summary>
    /// <param name="folder">The folder.</param>
    /// <param name="program">Name of the program, with which the names of its executable and its settings begin.</param>
    public ProgramFiles(string folder, string program)
    {
        _folder = folder;
        _program = program;
        _names = [.. Directory.EnumerateFiles(folder, "*", SearchOption.AllDirectories)
            .Select(file => Path.GetRelativePath(folder, file)).Where(IsPart).Order(StringComparer.Ordinal)];
        _list = Encoding.UTF8.GetBytes(string.Concat(_names.Select(name => $"{Hash(name)}  {name}\n")));
        Sha256 = Convert.ToHexStringLower(SHA256.HashData(_list));
        Bytes = _names.Sum(name => new FileInfo(Path.Combine(folder, name)).Length);
    }

    /// <summary>Hash of the list of hashes, which identifies the files.</summary>
    public string Sha256 { get; }

    /// <summary>Total size in bytes.</summary>
    public long Bytes { get; }

    /// <summary>Writes an archive that begins with the list of hashes.</summary>
    /// <param name="output">Receives the archive and stays open.</param>
    /// <param name="written">Called on the calling thread after each file except the list.</param>
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
            archive.WriteEntry(
                new UstarTarEntry(TarEntryType.RegularFile, name)
                {
                    Mode = name == _program ? Executable
                : Readable,
                    DataStream = content
                });
            written();
        }
    }

    /// <summary>True for libraries in any folder, and for the program and its settings.</summary>
    private bool IsPart(string name) =>
        Path.GetExtension(name) is ".dll" or ".so" or ".dylib" || name == _program
            || (name.StartsWith(_program + ".", StringComparison.Ordinal) && Path.GetExtension(name) == ".json");

    private string Hash(string name)
    {
        using var content = File.OpenRead(Path.Combine(_folder, name));
        return Convert.ToHexStringLower(SHA256.HashData(content));
    }
}
