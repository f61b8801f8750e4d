using System.Security.Cryptography;
using System.Text;

namespace DbIngest.Runner.Checking;

/// <summary>
/// Reads and writes <c>SHA256SUMS</c>, the list of a result's checksums in the format of coreutils' <c>sha256sum</c>.
/// <see cref="ResultArchive"/> writes the list, <see cref="ResultCheck"/> checks it, <see cref="SshSignature"/> signs it. Equal
/// files must give equal lists, byte by byte.
/// </summary>
internal static class Sha256Sums
{
    /// <summary>Name of the list.</summary>
    public const string Name = "SHA256SUMS";

    private const int Digits = 64;

    /// <summary>Returns the text of a list, sorted by name.</summary>
    /// <param name="files">Paths relative to the folder of the list, with slashes, and where each file is.</param>
    /// <exception cref="IOException">A file cannot be read.</exception>
    public static string Of(IEnumerable<(string Name, string Path)> files)
    {
        var text = new StringBuilder();
        foreach (var (name, path) in files.OrderBy(file => file.Name, StringComparer.Ordinal))
        {
            using var file = File.OpenRead(path);
            text.Append(Convert.ToHexStringLower(SHA256.HashData(file))).Append("  ").Append(name).Append('\n');
        }

        return text.ToString();
    }

    /// <summary>Checks the files of a list. Files that the list does not name are not looked at.</summary>
    /// <param name="folder">The folder of the list.</param>
    /// <returns>One finding per line of the list. Files are read while the caller enumerates.</returns>
    /// <exception cref="IOException">The list, or a file that it names, cannot be read.</exception>
    public static IEnumerable<CheckFinding> Check(string folder)
    {
        int number = 0;
        foreach (string line in File.ReadLines(Path.Combine(folder, Name)))
        {
            number++;
            if (line.Length <= Digits + 2 || !line.AsSpan(0, Digits).ContainsOnly("0123456789abcdefABCDEF")
                || line[Digits] != ' ')
            {
                yield return new CheckFinding(Name, CheckState.Wrong, FormattableString.Invariant(
                    $"line {number} is not a checksum and a file name, as sha256sum writes them"));
                continue;
            }

            yield return Compare(folder, line[..Digits], line[(Digits + 2)..]);
        }
    }

    private static CheckFinding Compare(string folder, string stated, string name)
    {
        string root = Path.TrimEndingDirectorySeparator(Path.GetFullPath(folder)) + Path.DirectorySeparatorChar;
        string path = Path.GetFullPath(Path.Combine(folder, name));
        if (!path.StartsWith(root, StringComparison.Ordinal))
        {
            return new CheckFinding(name, CheckState.Wrong, $"{Name} names a file outside of the folder");
        }

        if (!File.Exists(path))
        {
            return new CheckFinding(name, CheckState.Wrong, $"{Name} names it, and it is missing");
        }

        using var file = File.OpenRead(path);
        return Convert.ToHexString(SHA256.HashData(file)).Equals(stated, StringComparison.OrdinalIgnoreCase)
            ? new CheckFinding(name, CheckState.Right, $"has the checksum of {Name}")
            : new CheckFinding(name, CheckState.Wrong, $"was changed since {Name} was written");
    }

    private static bool ContainsOnly(this ReadOnlySpan<char> text, string allowed) => !text.ContainsAnyExcept(allowed);
}
