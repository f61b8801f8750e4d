using System.Globalization;
using System.Text;
using DbIngest.Abstractions.Targets;
using DbIngest.Analysis.Compare;
using DbIngest.Analysis.Figures;
using DbIngest.Analysis.Output;
using DbIngest.Analysis.Publish;
using DbIngest.Analysis.Report;
using DbIngest.Analysis.Reproduce;
using DbIngest.Analysis.Summary;
using DbIngest.Core.Folders;
using DbIngest.Core.Results;
using DbIngest.Core.Targets;
using DbIngest.Runner.Output;

namespace DbIngest.Runner.Checking;

/// <summary>
/// Checks whether a result folder was changed since a run wrote it: its signature and checksums, the chain of its journal, and
/// whether its summaries and report follow from the journal. The verbs <c>report --check</c>, <c>publish</c> and <c>archive</c>
/// call it. It must never change a file of the result folder: it computes files anew in a temporary folder. A new file that
/// follows from the journal must be listed here or in <see cref="OptionalFilesCheck"/>, or it stays unchecked.
/// </summary>
/// <remarks>
/// A summary or report that differs is wrong only if this program was built from the commit that measured. Otherwise it counts as
/// not checked. A missing one is no finding, since <c>report</c> writes it again.
/// </remarks>
internal static class ResultCheck
{
    /// <summary>Files that follow from the journal alone.</summary>
    private static readonly string[] Summaries = [SummaryFiles.Json, SummaryFiles.Csv, SummaryFiles.Samples];

    /// <summary>Files that follow from the journal and the options of <c>report</c>.</summary>
    private static readonly string[] Reports = [ReportFiles.Html, ReportFiles.Markdown];

    private const string NotNamed =
        $"{Sha256Sums.Name} does not name it, so nothing shows that it was not written anew as a whole";

    private static readonly ScoreFormula[] Scores = [ScoreFormula.PerRecord, ScoreFormula.Study3];

    /// <summary>Checks a folder.</summary>
    /// <param name="folder">The result folder.</param>
    /// <param name="signers">
    /// A file in the format of OpenSSH's <c>allowed_signers</c>. Null checks the signature, but not whose key made it.
    /// </param>
    /// <returns>The findings, in the order of the evidence: signature, checksums, journal, what follows from it.</returns>
    /// <exception cref="ResultException">The folder holds no result, or cannot be read.</exception>
    public static IReadOnlyList<CheckFinding> Of(string folder, string? signers)
    {
        var result = Results.Read(folder);
        try
        {
            return [.. Sealed(folder, signers), .. Journal(folder, result.Summary), .. Recomputed(folder, result)];
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException
            && ResourceLack.Of(exception) is null)
        {
            throw new ResultException($"{folder}: cannot be checked ({exception.Message.TrimEnd('.')}); make its files readable.",
                exception);
        }
    }

    /// <summary>
    /// Says in a few words how far a folder can be trusted: which files were changed, else who signed it and what the signature
    /// leaves out, else that it is not signed. <c>publish</c> puts the words on its page. Of the finding about a signature, the
    /// text up to its first semicolon is shown.
    /// </summary>
    /// <param name="findings">All findings of the folder.</param>
    public static string Trust(IReadOnlyList<CheckFinding> findings)
    {
        string[] wrong = [.. findings.Where(of => of.State == CheckState.Wrong).Select(of => of.Item).Distinct()];
        string[] notNamed = [.. findings.Where(of => of.Text == NotNamed).Select(of => of.Item)];
        return wrong.Length > 0 ? $"changed: {string.Join(", ", wrong)}"
            : findings.FirstOrDefault(of => of.Item == SshSignature.Name) switch
            {
                { State: CheckState.Right, Text: var signed } => signed.Split(';')[0]
                    + (notNamed.Length > 0 ? $", but not {string.Join(", ", notNamed)}" : string.Empty),
                { Text: not SshSignature.NotSigned } => "signature not checked",
                _ => "not signed",
            };
    }

    private static IEnumerable<CheckFinding> Sealed(string folder, string? signers)
    {
        if (!File.Exists(Path.Combine(folder, Sha256Sums.Name)))
        {
            return [new CheckFinding(Sha256Sums.Name, CheckState.NotChecked,
                "not there, so nothing shows that manifest and journal were not written anew as a whole")];
        }

        var listed = Sha256Sums.Read(folder).ToList();
        return [SshSignature.Check(folder, signers), .. listed.Select(Listed), .. LeftOut(folder, listed)];
    }

    /// <summary>
    /// Finds the files that figures follow from and that the list does not name: a signature says nothing of them.
    /// </summary>
    private static IEnumerable<CheckFinding> LeftOut(string folder, List<ListedFile> listed)
    {
        var result = ResultFolder.Open(folder);
        return ((string[])[result.ManifestFile, result.JournalFile, result.PricesFile])
            .Where(path => File.Exists(path) && !listed.Exists(file => file.Path == Path.GetFullPath(path)))
            .Select(path => new CheckFinding(Path.GetFileName(path), CheckState.NotChecked, NotNamed));
    }

    private static CheckFinding Listed(ListedFile file)
    {
        var (item, state, text) = file.State switch
        {
            ListedFileState.Unreadable => (Sha256Sums.Name, CheckState.Wrong, FormattableString.Invariant(
                $"line {file.Line} is not a checksum and a file name, as sha256sum writes them")),
            ListedFileState.Outside => (file.Name, CheckState.Wrong, $"{Sha256Sums.Name} names a file outside of the folder"),
            ListedFileState.Missing => (file.Name, CheckState.Wrong, $"{Sha256Sums.Name} names it, and it is missing"),
            ListedFileState.Special => (file.Name, CheckState.Wrong, RegularFile.SpecialText),
            ListedFileState.Changed => (file.Name, CheckState.Wrong, $"was changed since {Sha256Sums.Name} was written"),
            ListedFileState.Unchanged => (file.Name, CheckState.Right, $"has the checksum of {Sha256Sums.Name}"),
            _ => throw new InvalidOperationException($"The state {file.State} of a listed file has no message."),
        };
        return new CheckFinding(item, state, text);
    }

    private static IEnumerable<CheckFinding> Journal(string folder, SweepSummary summary)
    {
        const string journal = "trials.jsonl";
        // A run that was killed before its first trial ended has written no line.
        var integrity = summary.Integrity;
        if (integrity is null)
        {
            yield return new CheckFinding(journal, CheckState.NotChecked, "it holds no trial");
        }
        else if (!integrity.HasChecksums)
        {
            yield return new CheckFinding(journal, CheckState.NotChecked, "the version that wrote it wrote no checksums");
        }

        foreach (int line in integrity?.BrokenLines ?? [])
        {
            yield return Wrong($"line {line} cannot be read");
        }

        foreach (int line in integrity?.ChangedLines ?? [])
        {
            yield return line == 1
                ? Wrong($"line {line}, or manifest.json, was changed since it was written")
                : Wrong($"line {line} was changed since it was written, or a line before it was taken out");
        }

        if (LostTrials.FaultByAny(folder, summary) is { } lost)
        {
            yield return Wrong($"{lost}");
        }

        if (integrity is { HasChecksums: true, IsWhole: true })
        {
            yield return new CheckFinding(journal, CheckState.Right, string.Create(CultureInfo.InvariantCulture,
                $"{summary.Trials.Count} trials, each line as it was written after the one before; lines cut off at the end are found by {SummaryFiles.Json} or {Sha256Sums.Name} alone"));
        }

        static CheckFinding Wrong(FormattableString text) =>
            new(journal, CheckState.Wrong, FormattableString.Invariant(text));
    }

    /// <summary>
    /// Compares summaries, report and the page of pairs with the journal. A sweep that was resumed and interrupted has more
    /// trials, or other prices, than the files know: a file that follows from what there was before is not wrong, but behind.
    /// </summary>
    private static List<CheckFinding> Recomputed(string folder, StoredResult result)
    {
        var findings = Compared(folder, result);
        if (findings.TrueForAll(finding => finding.State == CheckState.Right) || Earlier(folder) is not { } earlier)
        {
            return findings;
        }

        var behind = Compared(folder, earlier).Where(finding => finding.State == CheckState.Right)
            .Select(finding => finding.Item).ToHashSet(StringComparer.Ordinal);
        bool hasOtherPrices = earlier.Manifest.Prices != result.Manifest.Prices;
        string since = hasOtherPrices ? $" and from the prices of the manifest; {ResultFolder.PricesName} was written since"
            : "; the journal has gone on since";
        return findings.ConvertAll(finding => finding.State == CheckState.Right || !behind.Contains(finding.Item) ? finding
            : finding with
            {
                State = CheckState.NotChecked,
                Text = string.Create(CultureInfo.InvariantCulture,
                    $"follows from the journal as it was with {earlier.Summary.Trials.Count} trials{since}, as by a --resume that was interrupted, and 'report' with its options writes the file anew"),
            });
    }

    /// <summary>
    /// Finds the shorter journal, or the earlier prices, of which the stored summary follows byte by byte: a changed line of the
    /// journal, or of the summary, leaves none. Null if there is none.
    /// </summary>
    private static StoredResult? Earlier(string folder)
    {
        string path = Path.Combine(folder, SummaryFiles.Json);
        if (!File.Exists(path) || RegularFile.IsSpecial(path))
        {
            return null;
        }

        byte[] stored = File.ReadAllBytes(path);
        return Results.ReadEarlier(folder, LostTrials.InSummary(folder)).FirstOrDefault(earlier =>
            stored.AsSpan().SequenceEqual(Encoding.UTF8.GetBytes(SummaryFiles.JsonOf(earlier.Summary))));
    }

    /// <summary>
    /// Writes the files that follow from a result again into a temporary folder and compares each byte. A file that differs is
    /// wrong only if this program was built from the commit that measured. Otherwise the file counts as not checked, since
    /// versions may compute other figures.
    /// </summary>
    private static List<CheckFinding> Compared(string folder, StoredResult result)
    {
        using var temporary = OwnedFolder.Temporary("dbingest-check-");
        string scratch = temporary.Path;
        string commit = BuildStamp.Of(typeof(ResultCheck)).Commit;
        bool isSameProgram = commit == result.Manifest.Environment.Commit && commit != BuildStamp.Unknown;
        Reproduction?[] studies = [null, .. Reproduction.Studies.Select(of => of([result.Summary]))];
        SummaryFiles.Write(scratch, result.Summary);
        return
        [
            .. Summaries.Select(name => Compare(folder, scratch, name, isSameProgram)).OfType<CheckFinding>(),
            .. Report(folder, scratch, result, studies, isSameProgram),
            .. Pairs(folder, scratch, result, isSameProgram),
            .. OptionalFilesCheck.Check(folder, Directory.CreateDirectory(Path.Combine(scratch, "optional")).FullName, result,
                studies, Scores, isSameProgram),
        ];
    }

    /// <summary>
    /// Compares the report with a new one for each study and score that <c>report</c> offers, because the folder does not say
    /// which the user chose. The report is right if one of these is the same. If none is, returns the findings of the default.
    /// </summary>
    private static List<CheckFinding> Report(
        string folder, string scratch, StoredResult result, Reproduction?[] studies, bool isSameProgram)
    {
        List<CheckFinding>? first = null;
        foreach (var (study, score) in from study in studies from score in Scores select (study, score))
        {
            ReportFiles.Write(scratch, [result], study, score);
            var found = Reports.Concat(Figures(scratch)).Select(name => Compare(folder, scratch, name, isSameProgram))
                .OfType<CheckFinding>().ToList();
            if (found.TrueForAll(finding => finding.State == CheckState.Right))
            {
                return found;
            }

            first ??= found;
        }

        return first!;
    }

    /// <summary>Compares page and figure of a sweep of pairs (<c>--ab</c>) with new ones. Nothing for another sweep.</summary>
    private static IEnumerable<CheckFinding> Pairs(string folder, string scratch, StoredResult result, bool isSameProgram)
    {
        if (Comparison.OfPairs(result) is not { } pairs)
        {
            return [];
        }

        ComparisonFiles.Write(scratch, pairs);
        return ComparisonFiles.FilesOf(scratch, pairs)
            .Select(path => Compare(folder, scratch, NameIn(scratch, path), isSameProgram)).OfType<CheckFinding>();
    }

    private static IEnumerable<string> Figures(string folder) =>
        Directory.EnumerateFiles(folder, "*.svg", SearchOption.AllDirectories)
            .Select(path => NameIn(folder, path)).Order(StringComparer.Ordinal);

    private static string NameIn(string folder, string path) => Path.GetRelativePath(folder, path).Replace('\\', '/');

    /// <summary>Compares a stored file with the file of the same name that follows from the journal.</summary>
    /// <returns>The finding. Null if the folder lacks the file, which is no fault, since <c>report</c> writes it again.</returns>
    private static CheckFinding? Compare(string folder, string scratch, string name, bool isSameProgram)
    {
        string path = Path.Combine(folder, name);
        if (!File.Exists(path))
        {
            return null;
        }

        if (RegularFile.IsSpecial(path))
        {
            return new CheckFinding(name, CheckState.Wrong, RegularFile.SpecialText);
        }

        byte[] stored = File.ReadAllBytes(path);
        byte[] computed = File.ReadAllBytes(Path.Combine(scratch, name));
        int same = stored.AsSpan().CommonPrefixLength(computed);
        if (same == stored.Length && same == computed.Length)
        {
            return new CheckFinding(name, CheckState.Right, "follows from the journal, byte by byte");
        }

        int line = 1 + stored.AsSpan(0, same).Count((byte)'\n');
        string where = string.Create(CultureInfo.InvariantCulture, $"byte {same + 1}, in line {line}");
        return isSameProgram
            ? new CheckFinding(name, CheckState.Wrong, $"does not follow from the journal: it differs from {where}, on")
            : new CheckFinding(name, CheckState.NotChecked,
                $"differs from what this version computes, from {where}, on; check it with the version that measured");
    }
}
