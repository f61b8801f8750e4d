using System.Text.Json;
using DbIngest.Runner.Tests.Cli;

namespace DbIngest.Runner.Tests.Documents;

/// <summary>
/// The script that builds a release, in a small clone. <see cref="ReleaseStandIns"/> write down how the script calls the SDK,
/// CycloneDX and podman, so that nothing is compiled. <see cref="ToolPackageTests"/> installs the real package, and
/// <see cref="ReleaseSbomTests"/> has the SBOM of the real program.
/// </summary>
[Needs("linux")]
[Trait("Suite", "Slow")]
public sealed class ReleaseScriptTests : IDisposable
{
    private static readonly string[] Made =
    [
        "SHA256SUMS", "dbingest-1.2.3-linux-x64.tar.gz", "dbingest-1.2.3.cdx.json", "dbingest.1.2.3.nupkg",
    ];

    private readonly CommandFolder _folder = new();
    private readonly ReleaseStandIns _standIns;

    public ReleaseScriptTests()
    {
        _standIns = new ReleaseStandIns(_folder);
        Directory.CreateDirectory(_folder.File("temporary"));
        _folder.With("TMPDIR", _folder.File("temporary"));
        Directory.CreateDirectory(_folder.File("clone/.ci"));
        File.Copy(Path.Combine(Repository.Root, ".ci", "release"), _folder.File("clone/.ci/release"));
        File.WriteAllText(_folder.File("clone/LICENSE"), "a licence\n");
        File.WriteAllText(_folder.File("clone/README.md"), "a page\n");
        File.WriteAllText(_folder.File("clone/.gitignore"), "artifacts/\n");
        Shell("""
            cd clone && git init --quiet && git add . \
              && git -c user.name=a -c user.email=a@b.example -c commit.gpgsign=false commit --quiet -m first
            """);
    }

    /// <summary>A relative folder is the caller's, and may have blanks in its name.</summary>
    [Fact]
    public void Release_RelativeFolderWithBlanks_HasEveryFileWithItsChecksum()
    {
        Shell("clone/.ci/release 'out of here'");

        Names("out of here").ShouldBe(Made);
        Directory.Exists(_folder.File("clone/out of here")).ShouldBeFalse();
        string[] sums = File.ReadAllLines(_folder.File("out of here/SHA256SUMS"));
        sums.Select(line => line.Split("  ")[1]).ShouldBe(Made[1..], ignoreOrder: true);
        Shell("cd 'out of here' && sha256sum --check --strict SHA256SUMS && tar -xzf dbingest-1.2.3-linux-x64.tar.gz");
        Names("out of here/dbingest-1.2.3-linux-x64").ShouldBe(["LICENSE", "README.md", "dbingest"]);
        using var sbom = JsonDocument.Parse(File.ReadAllText(_folder.File("out of here/dbingest-1.2.3.cdx.json")));
        sbom.RootElement.GetProperty("metadata").GetProperty("component").GetProperty("version").GetString().ShouldBe("1.2.3");
        Names("temporary").ShouldBeEmpty();
    }

    [Fact]
    public void Release_WithoutAFolder_LiesInTheClone()
    {
        Shell("clone/.ci/release").Output.ShouldContain("No container image: neither podman nor docker answers here.");

        Names("clone/artifacts/release").ShouldBe(Made);
    }

    /// <summary>The list of packages that the SBOM is made from has those of the archive once that is published.</summary>
    [Fact]
    public void Release_Steps_WriteTheSbomBeforeTheArchive()
    {
        Shell("clone/.ci/release out");

        _standIns.Said.Select(line => line.Split(' ')[0]).Where(word => word is not "podman")
            .ShouldBe(["msbuild", "tool", "pack", "sbom", "publish"]);
        _standIns.Said.ShouldContain("msbuild Runner -getProperty:Version");
        _standIns.Said.ShouldContain(line => line.StartsWith("sbom Runner/Runner.csproj ", StringComparison.Ordinal)
            && line.Contains("--set-version 1.2.3 ", StringComparison.Ordinal));
        _standIns.Said.ShouldContain(line => line.StartsWith(
            "publish Runner -c Release -r linux-x64 --self-contained ", StringComparison.Ordinal));
    }

    [Theory]
    [InlineData("taken", "taken is not an empty folder that you can write to: name another one, or empty it.")]
    [InlineData("taken/mine", "taken/mine is not an empty folder that you can write to")]
    [InlineData("out more", "usage: .ci/release [OUT]")]
    [InlineData("--help", "usage: .ci/release [OUT]")]
    public void Release_FolderThatIsTaken_IsRefusedBeforeAnythingIsBuilt(string arguments, string message)
    {
        Directory.CreateDirectory(_folder.File("taken"));
        File.WriteAllText(_folder.File("taken/mine"), "mine");

        var result = _folder.Shell($"clone/.ci/release {arguments}");

        result.ExitCode.ShouldBe((int)ExitCode.BadArguments, result.ToString());
        result.Error.ShouldContain(message);
        File.ReadAllText(_folder.File("taken/mine")).ShouldBe("mine");
        _standIns.Said.ShouldBeEmpty();
    }

    /// <summary>Nothing may look like a release, and an empty folder of the caller stays.</summary>
    [Theory]
    [InlineData("msbuild", "read the version with ")]
    [InlineData("tool", "install the tool CycloneDX from a package source")]
    [InlineData("pack", "pack the tool")]
    [InlineData("sbom", "write the SBOM")]
    [InlineData("publish", "publish the program for linux-x64")]
    [InlineData("program", "start the archive's program without a .NET runtime")]
    [InlineData("empty", "make every file")]
    [InlineData("podman", "build the container's image with podman (DBINGEST_IMAGE=no leaves it out)")]
    public void Release_StepThatFails_IsNamedAndLeavesNothing(string step, string message)
    {
        Directory.CreateDirectory(_folder.File("empty"));
        foreach (string place in (string[])["empty", "new"])
        {
            var result = _folder.With("FAILS", step).With("ENGINE", "0").Shell($"clone/.ci/release {place}");

            result.ExitCode.ShouldNotBe(0, result.ToString());
            result.Error.ShouldContain($"No release: could not {message}");
            result.Error.ShouldContain(step == "empty" ? "dbingest.1.2.3.nupkg is missing or empty." : $"no {step} today");
        }

        Names("empty").ShouldBeEmpty();
        Directory.Exists(_folder.File("new")).ShouldBeFalse();
        Names("temporary").ShouldBeEmpty();
    }

    [Theory]
    [InlineData("", "")]
    [InlineData("change", ".dirty")]
    public void Release_WithAnEngine_BuildsAnImageThatStatesTheCommit(string change, string dirty)
    {
        if (change.Length > 0)
        {
            File.WriteAllText(_folder.File("clone/README.md"), change);
        }

        string commit = Shell("git -C clone rev-parse HEAD").Output.Trim();

        var result = _folder.With("ENGINE", "0").Shell("clone/.ci/release out");

        result.ExitCode.ShouldBe(0, result.ToString());
        Names("out").ShouldContain("dbingest-1.2.3-image.tar.gz");
        _standIns.Said.ShouldContain($"podman build -f Containerfile -t dbingest:1.2.3 --build-arg COMMIT={commit}{dirty} .");
        result.Error.Contains("The work tree has uncommitted changes", StringComparison.Ordinal).ShouldBe(dirty.Length > 0);
    }

    [Fact]
    public void Release_WithoutTheImage_AsksNoEngine()
    {
        _folder.With("ENGINE", "0").With("DBINGEST_IMAGE", "no");

        Shell("clone/.ci/release out").Output.ShouldNotContain("No container image");

        Names("out").ShouldBe(Made);
        _standIns.Said.ShouldNotContain(line => line.StartsWith("podman", StringComparison.Ordinal));
    }

    [Fact]
    public void Release_OutsideOfAClone_SaysThatItNeedsACommit()
    {
        Directory.Delete(_folder.File("clone/.git"), recursive: true);

        var result = _folder.With("GIT_CEILING_DIRECTORIES", _folder.Path).Shell("clone/.ci/release out");

        result.ExitCode.ShouldNotBe(0);
        result.Error.ShouldContain("git names no commit here");
        Directory.Exists(_folder.File("out")).ShouldBeFalse();
    }

    public void Dispose() => _folder.Dispose();

    /// <summary>The names in a folder, in the order of their characters.</summary>
    private string[] Names(string folder) =>
        [.. Directory.GetFileSystemEntries(_folder.File(folder)).Select(path => Path.GetFileName(path))
            .Order(StringComparer.Ordinal)];

    private CommandResult Shell(string line)
    {
        var result = _folder.Shell(line);
        result.ExitCode.ShouldBe(0, result.ToString());
        return result;
    }
}
