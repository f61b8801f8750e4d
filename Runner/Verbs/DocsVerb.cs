using DbIngest.Runner.Documents;
using DbIngest.Runner.Options;
using DbIngest.Runner.Output;
using DbIngest.Runner.Parsing;

namespace DbIngest.Runner.Verbs;

/// <summary>
/// Executes the verb <c>docs</c>: writes the reference pages, or names those that differ from what the program would write.
/// <see cref="Verb.All"/> registers it. It replaces the files of <see cref="ReferencePages"/> and no others.
/// </summary>
internal static class DocsVerb
{
    /// <summary>Writes or checks the pages.</summary>
    /// <param name="options">The folder, and whether to check only.</param>
    /// <param name="screen">Receives one line per page that changed or differs.</param>
    /// <returns><c>ExitCode.ThresholdExceeded</c> if a check finds a page that differs.</returns>
    /// <exception cref="UsageException">The folder does not exist, or a page in it cannot be read or written.</exception>
    public static ExitCode Execute(DocsOptions options, Screen screen)
    {
        string folder = options.Folder ?? DocsOptions.DefaultFolder;
        if (!Directory.Exists(folder))
        {
            throw new UsageException(
                $"docs: the folder '{folder}' does not exist; run this in the repository's root, or name the folder of the "
                + $"pages.");
        }

        var changed = ReferencePages.Of(CommandReader.Verbs)
            .Select(page => (Path: Path.Combine(folder, page.File), Text: page.Write()))
            .Where(page => Read(page.Path) != page.Text)
            .ToList();
        string arguments = options.Folder is { } named ? $"docs {ShellText.Quote(named)}" : "docs";
        foreach (var (path, text) in changed)
        {
            if (!options.Check)
            {
                Write(path, text);
            }

            screen.Result(
                $"{path}: {(options.Check ? $"differs; 'dotnet run --project Runner -- {arguments}' writes it" : "written")}.");
        }

        return options.Check && changed.Count > 0 ? ExitCode.ThresholdExceeded : ExitCode.Done;
    }

    /// <summary>Reads or writes a page. A failure names the page.</summary>
    private static T Access<T>(string path, string done, string remedy, Func<T> step)
    {
        try
        {
            return step();
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            throw new UsageException(
                $"docs: {path} cannot be {done} ({exception.Message.TrimEnd('.')}); make it {remedy}, or name another folder.");
        }
    }

    /// <summary>Returns the text of a page. Null if the file does not exist.</summary>
    private static string? Read(string path) =>
        Access(path, "read", "readable", () => File.Exists(path) ? File.ReadAllText(path) : null);

    private static void Write(string path, string text) => Access(path, "written", "writable", () =>
    {
        File.WriteAllText(path, text);
        return true;
    });
}
