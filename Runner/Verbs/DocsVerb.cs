using DbIngest.Runner.Documents;
using DbIngest.Runner.Options;
using DbIngest.Runner.Output;

namespace DbIngest.Runner.Verbs;

/// <summary><c>docs</c>: writes the reference pages, or says which of them differ from what the program would write.</summary>
internal static class DocsVerb
{
    /// <summary>Writes or checks the pages. Called once, by the program.</summary>
    /// <param name="options">The folder, and whether to check only.</param>
    /// <param name="screen">Takes a line for each page that changed or differs.</param>
    /// <exception cref="UsageException">The folder does not exist.</exception>
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
            .Where(page => !File.Exists(page.Path) || File.ReadAllText(page.Path) != page.Text)
            .ToList();
        foreach (var (path, text) in changed)
        {
            if (!options.Check)
            {
                File.WriteAllText(path, text);
            }

            screen.Result($"{path}: {(options.Check ? "differs; 'dotnet run --project Runner -- docs' writes it" : "written")}.");
        }

        return options.Check && changed.Count > 0 ? ExitCode.ThresholdExceeded : ExitCode.Done;
    }
}
