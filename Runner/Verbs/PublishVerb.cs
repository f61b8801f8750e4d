using DbIngest.Analysis.Publish;
using DbIngest.Runner.Checking;
using DbIngest.Runner.Options;
using DbIngest.Runner.Output;

namespace DbIngest.Runner.Verbs;

/// <summary>
/// Executes the verb <c>publish</c>: checks each result, copies it beside its own report and writes the page of them all.
/// <see cref="Verb.All"/> registers it. A result that fails a check is published with a mark. It writes only to <c>--out</c>.
/// The exit code is the worst of the results (<see cref="SummaryExitCode"/>), whatever the checks found.
/// </summary>
internal static class PublishVerb
{
    public static ExitCode Execute(PublishOptions options, Screen screen)
    {
        string[] folders = [.. options.Folders];
        if (folders.Length == 0)
        {
            throw new UsageException("publish: no result folder is given; write publish DIR...");
        }

        SignersFile.Require(options.Signers);
        string place = options.Out ?? Defaults.Site;
        string index = Path.Combine(place, PublishFiles.Index);
        ExistingFiles.Refuse("publish", [index], "name another folder by --out", options.Force);
        var results = new List<PublishedResult>();
        foreach (string folder in folders)
        {
            var findings = ResultCheck.Of(folder, options.Signers);
            foreach (var wrong in findings.Where(finding => finding.State == CheckState.Wrong))
            {
                screen.Remark($"{folder}: {wrong.Item} {wrong.Text}.");
            }

            var result = Results.Read(folder);
            if (SummaryExitCode.Why(result.Summary) is { } why)
            {
                screen.Remark($"{folder}: {why}.");
            }

            results.Add(new PublishedResult(folder, Unique(result.Folder, results), result, ResultCheck.Trust(findings)));
        }

        RefuseResultFolders(place, results);
        foreach (string remark in folders.Select(HomeFolders.RemarkOn).OfType<string>())
        {
            screen.Remark(remark);
        }

        var code = SummaryExitCode.Worst(results.Select(of => of.Result.Summary));
        string page;
        string[] left;
        try
        {
            page = PublishFiles.Write(place, results);
            left = [.. PublishFiles.NotListed(place, results)];
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            screen.Remark($"publish: {place} cannot be written ({exception.Message.TrimEnd('.')}); name another folder by "
                + "--out.");
            return SummaryExitCode.NotWritten(code);
        }

        if (left.Length > 0)
        {
            screen.Remark($"The page does not list {string.Join(", ", left)}, which {(left.Length == 1 ? "stays" : "stay")} in "
                + "the site; delete what is not to be published, or publish it too.");
        }

        screen.Result($"Page: {page}");
        return code;
    }

    /// <summary>Refuses a place whose copies would lie in a result folder, where they would replace its files.</summary>
    private static void RefuseResultFolders(string place, List<PublishedResult> results)
    {
        foreach (var copied in results)
        {
            string copy = Whole(PublishFiles.PlaceOf(place, copied.Name));
            if (results.Find(of => copy.StartsWith(Whole(of.Path), StringComparison.Ordinal)) is { } own)
            {
                throw new UsageException($"publish: with --out {place} the copy of {copied.Path} would lie in the result folder "
                    + $"{own.Path}, and nothing was written; name another folder by --out.");
            }
        }
    }

    /// <summary>Returns the full path with one separator at its end.</summary>
    private static string Whole(string folder) =>
        Path.TrimEndingDirectorySeparator(Path.GetFullPath(folder)) + Path.DirectorySeparatorChar;

    /// <summary>Returns a name that no earlier result of the page has. Folders in different places may share a name.</summary>
    private static string Unique(string name, List<PublishedResult> results) => Enumerable.Range(1, results.Count + 1)
        .Select(number => number == 1 ? name : FormattableString.Invariant($"{name}-{number}"))
        .First(unused => results.TrueForAll(of => of.Name != unused));
}
