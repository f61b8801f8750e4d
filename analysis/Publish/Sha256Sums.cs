using System.Security.Cryptography;
using System.Text;
using DbIngest.Core.Results;

namespace DbIngest.Analysis.Publish;

/// <summary>
/// Reads and writes <c>SHA256SUMS</c>, the list of a result's checksums in the format of coreutils' <c>sha256sum</c>. An archive
/// has such a list, <c>report --check</c> checks it, and <see cref="PublishFiles"/> copies what it proves. Equal files must give
/// equal lists, byte by byte.
/// </summary>
public static class Sha256Sums
{
    /// <summary>Name of the list.</summary>
    public const string Name = "SHA256SUMS";

    /// <summary>Digits of a checksum. Two characters and the name of the file follow.</summary>
    private const int Digits = 64;

    /// <summary>Returns the text of a list, sorted by name.</summary>
    /// <param name="files">Paths relative to the folder of the list, with slashes, and where each file is.</param>
    /// <exception cref="IOException">A file cannot be read.</exception>
    /// <exception cref="ResultException">A path is no file (<see cref="RegularFile"/>).</exception>
    public static string Of(IEnumerable<(string Name, string Path)> files)
    {
        var text = new StringBuilder();
        foreach (var (name, path) in files.OrderBy(file => file.Name, StringComparer.Ordinal))
        {
            RegularFile.Require(path);
            using var file = File.OpenRead(path);
            text.Append(Convert.ToHexStringLower(SHA256.HashData(file))).Append("  ").Append(name).Append('\n');
        }

        return text.ToString();
    }

    /// <summary>Compares the files of a list. Files that the list does not name are not looked at.</summary>
    /// <param name="folder">The folder of the list.</param>
    /// <returns>One entry per line of the list. Files are read while the caller enumerates.</returns>
    /// <exception cref="IOException">The list, or a file that it names, cannot be read.</exception>
    /// <exception cref="ResultException">The list is no file (<see cref="RegularFile"/>).</exception>
    public static IEnumerable<ListedFile> Read(string folder)
    {
        string root = Path.TrimEndingDirectorySeparator(Path.GetFullPath(folder)) + Path.DirectorySeparatorChar;
        string list = Path.Combine(folder, Name);
        RegularFile.Require(list);
        int number = 0;
        foreach (string line in File.ReadLines(list))
        {
            number++;
            if (line.Length <= Digits + 2 || !line.AsSpan(0, Digits).ContainsOnly("0123456789abcdefABCDEF")
                || line[Digits] != ' ' || line.Contains('\0', StringComparison.Ordinal))
            {
                yield return new ListedFile(number, string.Empty, string.Empty, ListedFileState.Unreadable);
                continue;
            }

            string name = line[(Digits + 2)..];
            string path = Path.GetFullPath(Path.Combine(folder, name));
            yield return new ListedFile(number, name, path, StateOf(root, path, line[..Digits]));
        }
    }

    private static ListedFileState StateOf(string root, string path, string stated)
    {
        if (!path.StartsWith(root, StringComparison.Ordinal))
        {
            return ListedFileState.Outside;
        }

        if (!File.Exists(path))
        {
            return ListedFileState.Missing;
        }

        if (RegularFile.IsSpecial(path))
        {
            return ListedFileState.Special;
        }

        // In pieces: a journal may be larger than memory.
        using var file = File.OpenRead(path);
        return Convert.ToHexString(SHA256.HashData(file)).Equals(stated, StringComparison.OrdinalIgnoreCase)
            ? ListedFileState.Unchanged : ListedFileState.Changed;
    }

    private static bool ContainsOnly(this ReadOnlySpan<char> text, string allowed) => !text.ContainsAnyExcept(allowed);
}
