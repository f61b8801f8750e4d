using DbIngest.Core.Results;
using DbIngest.Runner.Tests.Cli;

namespace DbIngest.Runner.Tests.Plugins;

/// <summary>
/// From the packages to a measured plug-in, as its author goes: contracts, conformance suite and template are packed from this
/// tree, and what is made of them is restored from that folder and from what the machine has of the other packages. Slow because
/// the tree is packed, and each test restores, builds and tests whole projects.
/// </summary>
[Trait("Suite", "Slow")]
public sealed class PluginPackageTests(PluginPackageTests.Packages packages)
    : IClassFixture<PluginPackageTests.Packages>, IDisposable
{
    private readonly CommandFolder _folder = new();

    /// <summary>Takes long: it builds a project from the packages.</summary>
    [Fact]
    public void Example_FromThePackages_PassesItsConformanceTests()
    {
        Copy(Path.Combine(Repository.Root, "docs", "examples", "plugin"), _folder.File("example"));

        string output = Dotnet(["test", _folder.File("example/PlainFile.Tests"), .. Restore]);

        output.ShouldContain("Passed!");
        output.ShouldContain("Failed:     0");
    }

    /// <summary>Takes about a minute: it builds a project from the template, and measures it twice.</summary>
    [Fact]
    public void Template_BuiltAndNamed_IsMeasuredInSeveralProcessesAndResumed()
    {
        string hive = _folder.File("hive");
        Dotnet("new", "install", Directory.GetFiles(packages.Place, "DbIngest.Templates.*.nupkg")
            .Single(), "--debug:custom-hive", hive);
        Dotnet("new", "dbingest-target", "-n", "AcmeDb", "-o", _folder.File("acme"), "--debug:custom-hive", hive);
        Dotnet(["build", _folder.File("acme/AcmeDb"), .. Restore]);
        string plugin = _folder.File("acme/AcmeDb/bin/Debug/net10.0/AcmeDb.dll");
        string[] sweep = ["--plugin", plugin, "--db=acmedb,null", "--sources=2+1", "--records=1000", "--batch=100", "--trials=2",
            "--warmup=1"];

        _folder.Expect(ExitCode.Done, ["targets", "--plugin", plugin, "--db=acmedb"]).Output
            .ShouldContain("AcmeDb 1.0.0, built against DbIngest.Abstractions 2.0");
        _folder.Expect(ExitCode.Done, ["plan", .. sweep]).Output.ShouldContain("acmedb");
        _folder.Expect(ExitCode.Done, sweep).Error.ShouldContain("Plug-in AcmeDb 1.0.0");

        _folder.Trials.Count.ShouldBe(4);
        _folder.Trials.ShouldAllBe(t => t.Status == TrialStatus.Complete && t.AcknowledgedRecords == 3000 && t.Audit!.Passed);
        var manifest = ResultFolder.Open(_folder.Result).ReadManifest();
        manifest.Plugins.ShouldHaveSingleItem().Targets.ShouldBe(["acmedb"]);

        // A torn last line, as after a crash, which leaves no summary.
        File.Delete(Path.Combine(_folder.Result, "summary.json"));
        string journal = Path.Combine(_folder.Result, "trials.jsonl");
        File.WriteAllBytes(journal, File.ReadAllBytes(journal)[..^100]);
        _folder.Expect(ExitCode.Done, "--resume", _folder.Result);
        _folder.Trials.Count.ShouldBe(4);

        string second = _folder.File("Second.dll");
        File.Copy(plugin, second);
        _folder.Expect(ExitCode.BadArguments, ["targets", "--plugin", plugin, "--plugin", second]).Error
            .ShouldContain("it has a database named acmedb, and there is one of that name already");

        // A plug-in that was built again is another one: its figures would not belong to those that are there.
        using (var file = File.Open(plugin, FileMode.Append))
        {
            file.WriteByte(0);
        }

        _folder.Expect(ExitCode.BadArguments, "--resume", _folder.Result, "--trials=3").Error.ReplaceLineEndings(" ")
            .ShouldContain("give --plugin again");
        _folder.Expect(ExitCode.BadArguments, "--resume", _folder.Result, "--trials=3", "--plugin", plugin).Error
            .ShouldContain("the plug-in AcmeDb is 1.0.0 with SHA-256");
    }

    public void Dispose() => _folder.Dispose();

    /// <summary>
    /// What is packed here is taken from here, whatever of the same version a machine has; everything else from where builds take
    /// it.
    /// </summary>
    private string[] Restore =>
    [
        "--nologo",
        $"-p:RestoreAdditionalProjectSources={packages.Place}",
        $"-p:RestorePackagesPath={_folder.File("restored")}",
        $"-p:RestoreFallbackFolders={Environment.GetEnvironmentVariable("NUGET_PACKAGES") ?? Path.Combine(Environment.GetFolderPath(Environment.SpecialFolder.UserProfile), ".nuget", "packages")}",
    ];

    private static void Copy(string from, string to)
    {
        foreach (string file in Directory.EnumerateFiles(from, "*", SearchOption.AllDirectories))
        {
            string relative = Path.GetRelativePath(from, file);
            if (!relative.Split(Path.DirectorySeparatorChar).Any(part => part is "bin" or "obj"))
            {
                Directory.CreateDirectory(Path.GetDirectoryName(Path.Combine(to, relative))!);
                File.Copy(file, Path.Combine(to, relative));
            }
        }
    }

    private string Dotnet(params string[] words) => DotnetCommand.Run(_folder, words);

    /// <summary>The packages of this tree, packed once for all tests.</summary>
    public sealed class Packages : IDisposable
    {
        private static readonly string[] Projects = ["src/Abstractions", "src/Core", "tests/Conformance", "src/Templates"];

        private readonly CommandFolder _folder = new();
        private readonly Lazy<string> _place;

        public Packages() => _place = new(() =>
        {
            foreach (string project in Projects)
            {
                DotnetCommand.Pack(_folder, project);
            }

            return _folder.File("packages");
        });

        /// <summary>The folder that they lie in.</summary>
        public string Place => _place.Value;

        public void Dispose() => _folder.Dispose();
    }
}
