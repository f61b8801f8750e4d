using System.Runtime.InteropServices;
using System.Text.Json;
using DbIngest.Runner.Tests.Cli;

namespace DbIngest.Runner.Tests.Documents;

/// <summary>
/// The SBOM of a release: the real CycloneDX writes it from the packages that the tests were restored with. Package and archive
/// are stand-ins, so that nothing is compiled. Slow because the script installs a tool from the package source.
/// </summary>
[Needs("linux")]
[Trait("Suite", "Slow")]
public sealed class ReleaseSbomTests : IDisposable
{
    private readonly CommandFolder _folder = new();

    /// <summary>Takes a quarter of a minute: it installs CycloneDX and starts MSBuild three times.</summary>
    [Fact]
    public void Sbom_OfTheProgram_HasEveryPackageInTheVersionThatWasBuilt()
    {
        _ = new ReleaseStandIns(_folder);
        string sdk = Path.GetFullPath(Path.Combine(RuntimeEnvironment.GetRuntimeDirectory(), "..", "..", ".."));

        // Without the variables of the surrounding test run, as DotnetCommand starts the SDK.
        var result = _folder.With("REAL", Path.Combine(sdk, "dotnet")).With("DOTNET_ROOT", sdk).With("DBINGEST_IMAGE", "no")
            .With("CI", string.Empty).With("DBINGEST_TRX", string.Empty).With("DBINGEST_RAN", string.Empty)
            .With("MSBUILDDISABLENODEREUSE", "1")
            .Shell($"'{Path.Combine(Repository.Root, ".ci", "release")}' out");

        result.ExitCode.ShouldBe(0, result.ToString());
        using var sbom = JsonDocument.Parse(
            File.ReadAllText(Directory.GetFiles(_folder.File("out"), "*.cdx.json").ShouldHaveSingleItem()));
        string[] listed = [.. sbom.RootElement.GetProperty("components").EnumerateArray()
            .Select(component => $"{component.GetProperty("name").GetString()}/{component.GetProperty("version").GetString()}")];
        using var dependencies = JsonDocument.Parse(
            File.ReadAllText(Path.Combine(AppContext.BaseDirectory, "dbingest.deps.json")));
        string[] built = [.. dependencies.RootElement.GetProperty("libraries").EnumerateObject()
            .Where(library => library.Value.GetProperty("type").GetString() == "package").Select(library => library.Name)];
        built.Length.ShouldBeGreaterThan(20);
        built.Except(listed, StringComparer.OrdinalIgnoreCase).ShouldBeEmpty();

        // Other components are packages of the build alone, such as analysers.
        var names = built.Select(NameOf).ToHashSet(StringComparer.OrdinalIgnoreCase);
        listed.Where(package => names.Contains(NameOf(package))).Except(built, StringComparer.OrdinalIgnoreCase).ShouldBeEmpty();
    }

    public void Dispose() => _folder.Dispose();

    private static string NameOf(string package) => package.Split('/')[0];
}
