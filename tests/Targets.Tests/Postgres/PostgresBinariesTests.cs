using DbIngest.Targets.Postgres.Server;

namespace DbIngest.Targets.Tests.Postgres;

public sealed class PostgresBinariesTests : IDisposable
{
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("dbingest-test-");

    public void Dispose() => _folder.Delete(recursive: true);

    /// <summary>The programs start in the server's folder, where a relative path leads elsewhere.</summary>
    [Fact]
    public void Here_RelativePath_IsMadeWhole()
    {
        File.WriteAllText(Path.Combine(_folder.FullName, "initdb"), string.Empty);
        File.WriteAllText(Path.Combine(_folder.FullName, "postgres"), string.Empty);

        PostgresBinaries.Here(Path.GetRelativePath(Environment.CurrentDirectory, _folder.FullName)).ShouldNotBeNull()
            .Initdb.ShouldBe(Path.Combine(_folder.FullName, "initdb"));
    }
}
