using System.Text;
using DbIngest.Analysis.Output;
using DbIngest.Analysis.Report;
using DbIngest.Core.Results;

namespace DbIngest.Analysis.Publish;

/// <summary>
/// Writes a static site of results: <c>index.html</c> and a copy of each result with its own report. The verb <c>publish</c>
/// calls it, and first makes sure by <see cref="PlaceOf"/> that no copy lies in a result folder. It replaces files of the same
/// names. In a copy it deletes only evidence of an earlier result that this one lacks.
/// </summary>
public static class PublishFiles
{
    /// <summary>Name of the page.</summary>
    public const string Index = "index.html";

    /// <summary>Name of the subfolder with the copies.</summary>
    private const string Copies = "results";

    /// <summary>Files of a result that are copied as they are: what was measured, and what proves it unchanged.</summary>
    private static readonly string[] Kept =
        ["manifest.json", "trials.jsonl", ResultFolder.PricesName, Sha256Sums.Name, Sha256Sums.Name + ".sig"];

    /// <summary>Writes the site.</summary>
    /// <param name="folder">Created when missing.</param>
    /// <param name="results">At least one, with unique names.</param>
    /// <returns>Path of the page.</returns>
    /// <exception cref="ResultException">A link of a result leads elsewhere (<see cref="ResultLinks"/>).</exception>
    /// <exception cref="IOException">A file cannot be read or written.</exception>
    /// <exception cref="UnauthorizedAccessException">The folder cannot be written.</exception>
    public static string Write(string folder, IReadOnlyList<PublishedResult> results)
    {
        foreach (var result in results)
        {
            ResultLinks.Check(result.Path, Kept.Select(name => Path.Combine(result.Path, name)));
        }

        foreach (var result in results)
        {
            string copy = PlaceOf(folder, result.Name);
            Directory.CreateDirectory(copy);
            foreach (string name in Kept)
            {
                CopyOrRemove(Path.Combine(result.Path, name), Path.Combine(copy, name));
            }

            SummaryFiles.Write(copy, result.Result.Summary);
            ReportFiles.Write(copy, [result.Result]);

            // A list of checksums proves the files that it was made of, not those that this version computes.
            foreach (string path in Unchanged(result.Path))
            {
                string place = Path.Combine(copy, Path.GetRelativePath(Path.GetFullPath(result.Path), path));
                Directory.CreateDirectory(Path.GetDirectoryName(place)!);
                Replace(path, place);
            }
        }

        string index = Path.Combine(folder, Index);
        ResultFolder.WriteAtomically(index, Encoding.UTF8.GetBytes(ResultPage.Of(results)));
        return index;
    }

    /// <summary>
    /// Lists the results in the site that its page does not list, such as copies of an earlier <c>publish</c>. They stay, since a
    /// folder there may be the only copy of a result.
    /// </summary>
    /// <param name="folder">Folder of the site, with at least one copy.</param>
    /// <param name="results">The results that the page lists.</param>
    /// <exception cref="IOException">The folder cannot be listed.</exception>
    public static IEnumerable<string> NotListed(string folder, IReadOnlyList<PublishedResult> results) =>
        Directory.EnumerateDirectories(Path.Combine(folder, Copies))
            .Where(path => File.Exists(Path.Combine(path, Kept[0])) && results.All(of => of.Name != Path.GetFileName(path)))
            .Order(StringComparer.Ordinal);

    /// <summary>The folder of a result's copy.</summary>
    /// <param name="folder">Folder of the site.</param>
    /// <param name="name">Name of the copy.</param>
    public static string PlaceOf(string folder, string name) => Path.Combine(folder, Copies, name);

    /// <summary>
    /// Copies a file. Without it, removes what an earlier result left at its place: prices, or a list of checksums, of another
    /// result would make this one seem changed.
    /// </summary>
    private static void CopyOrRemove(string source, string place)
    {
        if (File.Exists(source))
        {
            Replace(source, place);
        }
        else
        {
            File.Delete(place);
        }
    }

    /// <summary>
    /// Replaces a file by a copy, also one that is read-only, as the copy of a read-only result is. A link at the place is
    /// replaced too, and the file that it names stays as it was.
    /// </summary>
    private static void Replace(string source, string place)
    {
        string temporary = place + ".new";
        File.Delete(temporary);
        File.Copy(source, temporary);
        File.Move(temporary, place, overwrite: true);
    }

    /// <summary>Lists the files that the list of checksums names, within the folder and as they were then.</summary>
    private static IEnumerable<string> Unchanged(string folder) => !File.Exists(Path.Combine(folder, Sha256Sums.Name)) ? []
        : Sha256Sums.Read(folder).Where(file => file.State == ListedFileState.Unchanged).Select(file => file.Path);

    /// <summary>The address of a file of a copy, relative to the page.</summary>
    internal static string Address(string name, string file) => $"{Copies}/{Uri.EscapeDataString(name)}/{file}";
}
