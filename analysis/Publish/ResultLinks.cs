using DbIngest.Core.Results;

namespace DbIngest.Analysis.Publish;

/// <summary>
/// Decides which links of a result folder are followed when its files are copied. The folder may come from a stranger, and a link
/// in it may name a private file of this machine. <see cref="PublishFiles"/> and <c>ResultArchive</c> call it before they write
/// anything.
/// </summary>
/// <remarks>
/// A link is followed to a file of the folder, to an object of git-annex, which keeps files as links, and to a file whose
/// checksum the folder states: who wrote the list knew its content.
/// </remarks>
public static class ResultLinks
{
    /// <summary>
    /// Refuses links that lead elsewhere, to nothing, or to a folder, and paths that are no files (<see cref="RegularFile"/>).
    /// </summary>
    /// <param name="folder">The result folder.</param>
    /// <param name="paths">Paths in it. A path without a file is left out.</param>
    /// <exception cref="ResultException">
    /// At least one link is refused. The message names each. Or a path is no file: the message names the first one.
    /// </exception>
    /// <exception cref="IOException">A file cannot be read.</exception>
    public static void Check(string folder, IEnumerable<string> paths)
    {
        paths = [.. paths];
        foreach (string path in paths)
        {
            RegularFile.Require(path);
        }

        string root = RealPath.Of(folder) ?? Path.GetFullPath(folder);
        string? annex = AnnexOf(root);
        var proved = new Lazy<HashSet<string>>(() => ProvedIn(folder));
        string[] refused =
        [
            .. from path in paths
               where Path.Exists(path) || RealPath.TargetOf(path) is not null
               let real = RealPath.Of(path)
               where real is null || !File.Exists(real)
                   || !(IsIn(root, real) || IsIn(annex, real) || proved.Value.Contains(Path.GetFullPath(path)))
               select $"{Path.GetRelativePath(folder, path)} leads to {real ?? "itself"}",
        ];
        if (refused.Length > 0)
        {
            throw new ResultException($"{folder}: {string.Join(", ", refused)}. Nothing was written: a link is followed only to "
                + "a file of the result folder, to an object of git-annex in its repository, or to a file whose checksum "
                + $"{Sha256Sums.Name} states. Put the file in place of the link ('git annex get', 'git annex unlock'), or remove "
                + "the link.");
        }
    }

    /// <summary>The folder of git-annex's objects in the repository that holds a folder. Null without a repository.</summary>
    /// <param name="root">Path of the folder, without links. Links on the way to the objects are not followed either.</param>
    private static string? AnnexOf(string root)
    {
        for (string? place = root; place is not null; place = Path.GetDirectoryName(place))
        {
            if (Directory.Exists(Path.Combine(place, ".git")))
            {
                return Path.Combine(place, ".git", "annex", "objects");
            }
        }

        return null;
    }

    private static HashSet<string> ProvedIn(string folder) => !File.Exists(Path.Combine(folder, Sha256Sums.Name)) ? []
        : Sha256Sums.Read(folder).Where(file => file.State == ListedFileState.Unchanged).Select(file => file.Path)
            .ToHashSet(StringComparer.Ordinal);

    private static bool IsIn(string? folder, string path) =>
        folder is not null && path.StartsWith(folder + Path.DirectorySeparatorChar, StringComparison.Ordinal);
}
