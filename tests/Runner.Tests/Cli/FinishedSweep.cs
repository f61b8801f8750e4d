namespace DbIngest.Runner.Tests.Cli;

/// <summary>A sweep that is run once, for all tests that start from its result: each gets a copy of its own to change.</summary>
/// <param name="arguments">The command line of the sweep.</param>
internal sealed class FinishedSweep(params string[] arguments) : IDisposable
{
    private readonly Lazy<CommandFolder> _folder = new(() =>
    {
        var folder = new CommandFolder();
        folder.Expect(ExitCode.Done, arguments);
        return folder;
    });

    /// <summary>The folder in which it was run. Not to be changed.</summary>
    public CommandFolder Folder => _folder.Value;

    /// <summary>A folder that holds what the sweep left, as if it had been run there.</summary>
    /// <returns>The folder, for the caller to dispose.</returns>
    public CommandFolder Copy()
    {
        var copy = new CommandFolder();
        foreach (string file in Directory.EnumerateFiles(Folder.Path, "*", SearchOption.AllDirectories))
        {
            string to = copy.File(Path.GetRelativePath(Folder.Path, file));
            Directory.CreateDirectory(Path.GetDirectoryName(to)!);
            File.Copy(file, to);
        }

        return copy;
    }

    public void Dispose()
    {
        if (_folder.IsValueCreated)
        {
            Folder.Dispose();
        }
    }
}
