using System.Globalization;
using System.Text.RegularExpressions;
using DbIngest.Core.Results;

namespace DbIngest.Runner.Output;

/// <summary>
/// Finds the names of users in the manifest of a result, in paths of their home folders. <c>publish</c> and <c>archive</c> warn
/// of them. Nothing may replace the paths: the checksums of the journal cover the manifest byte by byte, as do signatures.
/// </summary>
internal static partial class HomeFolders
{
    /// <summary>More lines than this are only counted.</summary>
    private const int MostLines = 10;

    /// <summary>Says where the manifest of a result names home folders, and how to avoid it.</summary>
    /// <param name="folder">The result folder.</param>
    /// <returns>The remark. Null if it names none.</returns>
    /// <exception cref="ResultException">The path is not a result folder.</exception>
    /// <exception cref="IOException">The manifest cannot be read.</exception>
    public static string? RemarkOn(string folder)
    {
        string manifest = ResultFolder.Open(folder).ManifestFile;
        var found = In(File.ReadLines(manifest)).ToList();
        if (found.Count == 0)
        {
            return null;
        }

        string homes = string.Join(" and ", found.Select(line => line.Home).Distinct(StringComparer.Ordinal));
        string lines = string.Join(", ",
            found.Take(MostLines).Select(line => line.Number.ToString(CultureInfo.InvariantCulture)));
        string more = found.Count > MostLines
            ? string.Create(CultureInfo.InvariantCulture, $" and {found.Count - MostLines} more") : string.Empty;
        return $"{manifest} names the home folder {homes} in line {lines}{more}, and its reader learns the name of the user. It "
            + "is copied as it is, since the checksums of the journal cover it; to avoid it, measure in a folder outside of the "
            + "home, with paths that are relative to that folder.";
    }

    /// <summary>Finds the lines with the path of a home folder.</summary>
    /// <param name="lines">Lines of a JSON file.</param>
    /// <returns>The number of each such line, from 1, with the first home folder in it.</returns>
    internal static IEnumerable<(int Number, string Home)> In(IEnumerable<string> lines) => lines
        .Select((line, i) => (Number: i + 1, Match: Home().Match(line)))
        .Where(line => line.Match.Success)
        .Select(line => (line.Number, line.Match.Groups["home"].Value));

    /// <summary>Home folders of Linux, macOS and, as JSON writes it, Windows. That of root names no person.</summary>
    [GeneratedRegex("""(^|[^A-Za-z0-9_.-])(?<home>/home/[^/"\\\s]+|/Users/[^/"\\\s]+|[A-Za-z]:\\\\Users\\\\[^\\"]+)""",
        RegexOptions.ExplicitCapture | RegexOptions.NonBacktracking)]
    private static partial Regex Home();
}
