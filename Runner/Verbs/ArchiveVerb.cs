using DbIngest.Runner.Checking;
using DbIngest.Runner.Options;
using DbIngest.Runner.Output;

namespace DbIngest.Runner.Verbs;

/// <summary>
/// Executes the verb <c>archive</c>: packs a result folder into one file with checksums, a README and, if asked, a signature.
/// <see cref="Verb.All"/> registers it. It changes no file of the folder. A folder that fails a check is packed as it is, with a
/// remark. The exit code is that of the result (<see cref="SummaryExitCode"/>), whatever the check found.
/// </summary>
internal static class ArchiveVerb
{
    public static ExitCode Execute(ArchiveOptions options, Screen screen)
    {
        string folder = options.Folder ?? throw new UsageException("archive: no result folder is given; write archive DIR.");
        var result = Results.Read(folder);
        string file = options.Out ?? result.Folder + ResultArchive.Ending;
        ExistingFiles.Refuse("archive", [file], "name another file by --out", options.Force);
        foreach (var wrong in ResultCheck.Of(folder, signers: null).Where(finding => finding.State == CheckState.Wrong))
        {
            screen.Remark($"{folder}: {wrong.Item} {wrong.Text}. It is packed as it is.");
        }

        if (SummaryExitCode.Why(result.Summary) is { } why)
        {
            screen.Remark($"{folder}: {why}.");
        }

        if (HomeFolders.RemarkOn(folder) is { } remark)
        {
            screen.Remark(remark);
        }

        var code = SummaryExitCode.Of(result.Summary);
        try
        {
            ResultArchive.Write(file, folder, result, options.Licence, options.Sign);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            screen.Remark($"archive: {file} cannot be written ({exception.Message.TrimEnd('.')}); name another file by --out.");
            return SummaryExitCode.NotWritten(code);
        }

        screen.Result($"Archive: {file}");
        return code;
    }
}
