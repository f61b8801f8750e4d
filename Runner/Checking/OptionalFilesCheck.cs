using DbIngest.Analysis.Figures;
using DbIngest.Analysis.Latex;
using DbIngest.Analysis.Report;
using DbIngest.Analysis.Reproduce;
using DbIngest.Analysis.Summary;
using DbIngest.Core.Results;

namespace DbIngest.Runner.Checking;

/// <summary>
/// Checks the files that <c>report</c> writes only if asked: <c>reproduction.json</c>, <c>latex</c> and <c>hdr</c>.
/// <see cref="ResultCheck"/> calls it. No run writes them, so they may be older than the last trial: a file that follows from the
/// journal by no option of <c>report</c> is not checked, and not wrong. A pipe, a device or a socket in place of a file is wrong
/// and never read.
/// </summary>
internal static class OptionalFilesCheck
{
    private const string Behind = "does not follow from the journal as it is: it is older than the last trial, or was changed";

    private const string OtherVersion = "differs from what this version computes; check it with the version that measured";

    /// <summary>Endings of the files in the two folders. A user may have made others of them, such as PDFs.</summary>
    private static readonly string[] Endings = [".tex", ".svg", ".hlog"];

    /// <summary>Compares each file that the folder has with what each option of <c>report</c> would write.</summary>
    /// <param name="folder">The result folder.</param>
    /// <param name="scratch">An empty folder.</param>
    /// <param name="result">The result that the folder holds.</param>
    /// <param name="studies">The studies that <c>report</c> offers, and null for none.</param>
    /// <param name="scores">The scores that it offers.</param>
    /// <param name="isSameProgram">True if this program was built from the commit that measured.</param>
    /// <returns>One finding per file, in the order of the names.</returns>
    /// <exception cref="IOException">A file cannot be read or written.</exception>
    public static IEnumerable<CheckFinding> Check(string folder, string scratch, StoredResult result,
        IReadOnlyList<Reproduction?> studies, IReadOnlyList<ScoreFormula> scores, bool isSameProgram)
    {
        string[] names = [.. NamesIn(folder).Order(StringComparer.Ordinal)];
        var open = names.Where(name => !RegularFile.IsSpecial(Path.Combine(folder, name))).ToHashSet(StringComparer.Ordinal);
        var right = new HashSet<string>(StringComparer.Ordinal);
        foreach (var write in Writers(scratch, result, studies, scores))
        {
            if (open.Count == right.Count)
            {
                break;
            }

            write();
            right.UnionWith(open.Where(name => IsSame(Path.Combine(folder, name), Path.Combine(scratch, name))));
        }

        string text = isSameProgram ? Behind : OtherVersion;
        return names.Select(name => right.Contains(name)
                ? new CheckFinding(name, CheckState.Right, "follows from the journal, byte by byte")
            : open.Contains(name) ? new CheckFinding(name, CheckState.NotChecked, text)
            : new CheckFinding(name, CheckState.Wrong, RegularFile.SpecialText));
    }

    private static IEnumerable<string> NamesIn(string folder)
    {
        if (File.Exists(Path.Combine(folder, ReportFiles.Study)))
        {
            yield return ReportFiles.Study;
        }

        foreach (string inner in (string[])[LatexFiles.Folder, HdrFiles.Folder])
        {
            string place = Path.Combine(folder, inner);
            foreach (string path in Directory.Exists(place) ? Directory.EnumerateFiles(place) : [])
            {
                if (Endings.Contains(Path.GetExtension(path), StringComparer.Ordinal))
                {
                    yield return $"{inner}/{Path.GetFileName(path)}";
                }
            }
        }
    }

    /// <summary>What <c>report</c> can write, the most likely first.</summary>
    private static IEnumerable<Action> Writers(string scratch, StoredResult result, IReadOnlyList<Reproduction?> studies,
        IReadOnlyList<ScoreFormula> scores)
    {
        yield return () => HdrFiles.Write(scratch, [result]);
        foreach (var study in studies)
        {
            if (study is not null)
            {
                yield return () => File.WriteAllText(Path.Combine(scratch, ReportFiles.Study), ReportFiles.JsonOf(study));
            }

            foreach (var score in scores)
            {
                yield return () => LatexFiles.Write(scratch, [result], study, score);
            }
        }
    }

    /// <summary>True if both files are there and equal, byte by byte.</summary>
    private static bool IsSame(string path, string computed) => File.Exists(computed)
        && File.ReadAllBytes(path).AsSpan().SequenceEqual(File.ReadAllBytes(computed));
}
