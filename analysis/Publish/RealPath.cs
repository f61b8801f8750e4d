namespace DbIngest.Analysis.Publish;

/// <summary>
/// Resolves the links of a path, those of its folders too. <see cref="ResultLinks"/> and <c>StoredPlugins</c> decide by it where
/// a path of a stranger leads. It opens no file.
/// </summary>
public static class RealPath
{
    /// <summary>Most links of one path, as Linux has it.</summary>
    private const int MostLinks = 40;

    private static readonly char[] Separators = [Path.DirectorySeparatorChar, Path.AltDirectorySeparatorChar];

    /// <summary>
    /// Resolves step by step: what stands behind a link and <c>..</c> is known only then. The end of the path need not exist.
    /// </summary>
    /// <param name="path">The path.</param>
    /// <returns>The full path without links. Null if links lead in a circle.</returns>
    public static string? Of(string path)
    {
        string whole = Path.Combine(Environment.CurrentDirectory, path);
        string place = Path.GetPathRoot(whole)!;
        var rest = new Stack<string>(LastFirst(whole[place.Length..]));
        int links = 0;
        while (rest.TryPop(out string? name))
        {
            string next = name == ".." ? Path.GetDirectoryName(place) ?? place : Path.Combine(place, name);
            if (name == ".." || TargetOf(next) is not { } target)
            {
                place = next;
                continue;
            }

            if (++links > MostLinks)
            {
                return null;
            }

            string start = Path.GetPathRoot(target) ?? string.Empty;
            place = start.Length > 0 ? start : place;
            foreach (string part in LastFirst(target[start.Length..]))
            {
                rest.Push(part);
            }
        }

        return place;
    }

    /// <summary>What a link names, as it is written there. Null for all else.</summary>
    /// <param name="path">The path.</param>
    internal static string? TargetOf(string path) =>
        Directory.Exists(path) ? new DirectoryInfo(path).LinkTarget : new FileInfo(path).LinkTarget;

    private static IEnumerable<string> LastFirst(string path) =>
        path.Split(Separators, StringSplitOptions.RemoveEmptyEntries).Where(part => part != ".").Reverse();
}
