namespace DbIngest.Tests.Needs;

/// <summary>Where the tests run.</summary>
internal static class TestFiles
{
    /// <summary>The root of the repository: the nearest folder above the test assembly with the solution in it.</summary>
    public static string Root { get; } = FindRoot();

    private static string FindRoot()
    {
        string? folder = AppContext.BaseDirectory;
        while (folder is not null && !File.Exists(Path.Combine(folder, "DbIngest.sln")))
        {
            folder = Path.GetDirectoryName(folder);
        }

        return folder ?? throw new InvalidOperationException("The tests do not run within the repository.");
    }
}
