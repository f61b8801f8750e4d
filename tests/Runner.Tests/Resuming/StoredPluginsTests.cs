using System.Security.Cryptography;
using System.Text.Json.Nodes;
using DbIngest.Runner.Resuming;
using DbIngest.Runner.Tests.Cli;
using DbIngest.Runner.Tests.Plugins;

namespace DbIngest.Runner.Tests.Resuming;

/// <summary>
/// Which plug-ins of a stored command are loaded again. The file of these tests holds no database: loading it would be refused
/// with another message.
/// </summary>
public sealed class StoredPluginsTests : IDisposable
{
    private readonly CommandFolder _folder = new();
    private readonly byte[] _content = PluginTests.AssemblyAgainst(new Version(2, 0));

    private string Hash => Convert.ToHexStringLower(SHA256.HashData(_content));

    private string Place => Directory.CreateDirectory(_folder.File("results/A")).FullName;

    public void Dispose() => _folder.Dispose();

    /// <summary>Who resumes daily gives no plug-in again.</summary>
    [Fact]
    public void Check_RecordedFileOutsideOfTheFolder_IsTaken()
    {
        string plugin = Plugin("bin/own.dll");
        Should.NotThrow(() => new StoredPlugins(Place, [new string('0', 64), Hash]).Check([plugin]));
        Should.NotThrow(() => new StoredPlugins(Place, []).Check([_folder.File("nowhere.dll")]), "loading it says more");
    }

    [Fact]
    public void Check_FileThatIsNotRecorded_IsRefused()
    {
        string plugin = Plugin("bin/own.dll");
        RefusalOf([], plugin).ShouldContain("no SHA-256 of it is recorded there");
        RefusalOf([new string('0', 64)], plugin).ShouldContain($"the file has SHA-256 {Hash[..16]}, which is not recorded there");
    }

    /// <summary>A stranger's folder records what it brings along.</summary>
    [Theory]
    [InlineData("results/A/own.dll")]
    [InlineData("results/A/bin/own.dll")]
    [InlineData("results/B/../A/own.dll")]
    public void Check_FileWithinTheFolder_IsRefused(string name)
    {
        Directory.CreateDirectory(_folder.File("results/B"));
        RefusalOf([Hash], Plugin(name)).ShouldContain("the file lies in that folder");
    }

    /// <summary>The folder may be reached by a link, and so may the file.</summary>
    [Fact]
    [Needs("unix")]
    public void Check_FileWithinTheFolderBehindLinks_IsRefused()
    {
        string plugin = Plugin("results/A/own.dll");
        File.CreateSymbolicLink(_folder.File("link"), Place);
        RefusalOf([Hash], plugin, _folder.File("link")).ShouldContain("the file lies in that folder");
        RefusalOf([Hash], _folder.File("link/own.dll")).ShouldContain("the file lies in that folder");
    }

    [Theory]
    [Needs("unix")]
    [InlineData("bin/own.dll")]
    [InlineData("/proc/self/cwd/bin/own.dll")]
    [InlineData("/../proc/self/cwd/bin/own.dll")]
    public void Check_PathThatDependsOnTheCommand_IsRefused(string path) =>
        RefusalOf([Hash], path).ShouldContain("depends on where this command runs");

    /// <summary>Each way to go on from a folder asks before any code is loaded.</summary>
    [Fact]
    public void Commands_OnAFolderWithItsOwnPlugin_RefuseIt()
    {
        _folder.Expect(ExitCode.Done, "--db=null", "--records=100", "--sources=1", "--trials=2");
        string plugin = Plugin(Path.GetRelativePath(_folder.Path, Path.Combine(_folder.Result, "own.dll")));
        foreach (string[] stored in (string[][])[[$"--plugin={plugin}"], ["--plugin", plugin]])
        {
            Store(stored);
            foreach (string[] command in (string[][])[["run", "--resume"], ["run", "--again"], ["verify"]])
            {
                string said = _folder.Expect(ExitCode.BadArguments, [.. command, _folder.Result]).Error.ReplaceLineEndings(" ");
                said.ShouldContain("None of its code has run");
                said.ShouldContain("give --plugin again");
            }
        }

        // Given again it is loaded, and holds no database.
        _folder.Expect(ExitCode.BadArguments, "run", "--again", _folder.Result, "--plugin", plugin).Error
            .ShouldNotContain("None of its code has run");
    }

    [Fact]
    public void Advise_OnAFolderWithItsOwnPlugin_RefusesIt()
    {
        string plugin = Plugin("advice/own.dll");
        var state = new JsonObject
        {
            ["arguments"] = new JsonArray("--rate=2k", "--keep=1y", "--limit=p99:10s", "--db=null", $"--plugin={plugin}"),
            ["folder"] = _folder.Path,
            ["missing"] = new JsonObject(),
            ["plugin_sha256"] = new JsonArray(Hash),
        };
        File.WriteAllText(_folder.File("advice/advise.json"), state.ToJsonString());
        _folder.Expect(ExitCode.BadArguments, "advise", "--resume", "advice").Error.ReplaceLineEndings(" ")
            .ShouldContain("None of its code has run");
    }

    /// <summary>Adds arguments and the plug-in's hash to the manifest.</summary>
    private void Store(string[] arguments)
    {
        string path = Path.Combine(_folder.Result, "manifest.json");
        var manifest = JsonNode.Parse(File.ReadAllText(path))!;
        manifest["arguments"] = new JsonArray([.. ((string[])["--db=null", "--records=100", "--sources=1", "--trials=2",
            .. arguments]).Select(argument => (JsonNode)argument)]);
        manifest["plugins"] = new JsonArray(new JsonObject
        {
            ["name"] = "own",
            ["version"] = "1.0.0",
            ["abstractions"] = "2.0",
            ["sha256"] = Hash,
            ["targets"] = new JsonArray("own"),
        });
        File.WriteAllText(path, manifest.ToJsonString());
    }

    private string Plugin(string name)
    {
        string path = _folder.File(name);
        Directory.CreateDirectory(Path.GetDirectoryName(Path.GetFullPath(path))!);
        File.WriteAllBytes(path, _content);
        return path;
    }

    private string RefusalOf(string[] recorded, string plugin, string? place = null) =>
        Should.Throw<UsageException>(() => new StoredPlugins(place ?? Place, recorded).Check([plugin])).Messages
            .ShouldHaveSingleItem();
}
