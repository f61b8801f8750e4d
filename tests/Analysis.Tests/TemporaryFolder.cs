namespace DbIngest.Analysis.Tests;

/// <summary>A folder that is removed at the end of a test.</summary>
internal sealed class TemporaryFolder : IDisposable
{
    public string Path { get; } = Directory.CreateTempSubdirectory("dbingest-analysis-").FullName;

    public void Dispose() => Directory.Delete(Path, recursive: true);
}
