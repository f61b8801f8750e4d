using DbIngest.Runner.Tests.Cli;

namespace DbIngest.Runner.Tests;

/// <summary>The SDK's own command, on what these tests were built with.</summary>
internal static class DotnetCommand
{
    /// <summary>Built with these tests: the last part of the folder that they run in.</summary>
    private static readonly string Configuration = Path.GetFileName(Path.TrimEndingDirectorySeparator(AppContext.BaseDirectory));

    /// <summary>
    /// Runs the command without the variables of the surrounding test run: they would replace that run's result file, and
    /// CI=true would turn the analysers on.
    /// </summary>
    /// <param name="folder">Where.</param>
    /// <param name="words">Its arguments.</param>
    /// <returns>Its output.</returns>
    public static string Run(CommandFolder folder, params string[] words)
    {
        using var command = folder.With("CI", string.Empty).With("DBINGEST_TRX", string.Empty).With("DBINGEST_RAN", string.Empty)
            .With("MSBUILDDISABLENODEREUSE", "1")
            .StartWords(["dotnet", .. words]);
        var result = command.Wait();
        result.ExitCode.ShouldBe(0, result.ToString());
        return result.Output;
    }

    /// <summary>Packs a project of this repository, as it was built, into the folder <c>packages</c>.</summary>
    /// <param name="folder">Where that folder is.</param>
    /// <param name="project">The project's folder.</param>
    public static void Pack(CommandFolder folder, string project) =>
        Run(folder, "pack", Path.Combine(Repository.Root, project), "--no-build", "-c", Configuration, "-o",
            folder.File("packages"), "--nologo", "-v", "quiet");
}
