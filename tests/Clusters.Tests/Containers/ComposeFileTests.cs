using System.ComponentModel;
using System.Diagnostics;
using DbIngest.Clusters.Containers;
using DbIngest.Clusters.Files;
using DbIngest.Targets.Catalogue;
using DbIngest.Targets.Deploying;

namespace DbIngest.Clusters.Tests.Containers;

public class ComposeFileTests
{
    private static readonly string[] Programs = ["docker-compose", "docker"];

    public static TheoryData<string> Examples { get; } =
        [.. Repository.Examples.Select(example => Path.GetFileNameWithoutExtension(example))
            .Where(name => Read(name).Provider == "compose")];

    [Theory]
    [MemberData(nameof(Examples))]
    public void Compose_OfAnExample_IsLocked(string name) =>
        Repository.ShouldBeLocked(Path.Combine(Repository.Root, "tests", "Clusters.Tests", "Data", name + ".compose.yaml"),
            Rendered(name));

    /// <summary>Each database that runs in containers, with and without a password.</summary>
    [Fact]
    public void Compose_OfEveryDatabase_PinsItsImageAndHoldsNoPassword()
    {
        foreach (var recipe in DeploymentCatalog.Containers)
        {
            var deployment = DeploymentFile.Parse("some.yaml", ContainerTexts.Of(recipe, "compose"));
            string text = ComposeFile.Write(deployment, recipe, Environment.CurrentDirectory);
            text.ShouldContain("1.2.3\"");
            text.ShouldContain("healthcheck:");
            text.Contains("${MY_PASSWORD:-}", StringComparison.Ordinal)
                .ShouldBe(ContainerTexts.HandsThePasswordOn(recipe), recipe.Database);
        }
    }

    /// <summary>A size without a unit is one of MiB, and servers take such a number for bytes or pages.</summary>
    [Theory]
    [InlineData("mariadb", "buffer_pool", "innodb-buffer-pool-size=700M")]
    [InlineData("postgres", "shared_buffers", "shared_buffers=700MB")]
    [InlineData("neo4j", "heap", "700M")]
    [InlineData("cockroach", "cache", "--cache=700MiB")]
    [InlineData("cassandra", "heap", "700M")]
    public void Compose_SizeWithoutUnit_IsWrittenWithOne(string database, string setting, string written)
    {
        var recipe = DeploymentCatalog.Container(database)!;
        var deployment = DeploymentFile.Parse("some.yaml",
            ContainerTexts.Of(recipe, "compose", $"settings: {{{setting}: 700}}\n"));

        ComposeFile.Write(deployment, recipe, Environment.CurrentDirectory).ShouldContain(written);
    }

    /// <summary>An id may look like a number, which YAML would read as one.</summary>
    [Fact]
    public void Compose_WithAnId_LabelsEachContainerAndVolume()
    {
        string text = Rendered("cockroach-compose", ContainerTexts.Id);
        text.Split('\n').Count(line => line == $"      dbingest.deployment: \"{ContainerTexts.Id}\"")
            .ShouldBe(2 * Read("cockroach-compose").Nodes.Count);
    }

    /// <summary>YAML reads it as a number, or compose a letter before a colon as a drive.</summary>
    [Theory]
    [InlineData("1")]
    [InlineData("a")]
    public void Compose_NodeWithANameThatMeansSomethingElse_IsQuotedAndHasItsVolume(string name)
    {
        var recipe = DeploymentCatalog.Container("cassandra")!;
        string text = ComposeFile.Write(DeploymentFile.Parse("some.yaml",
            ContainerTexts.Of(recipe, "compose", $"nodes: [{{name: \"{name}\"}}, {{name: b}}]\n")), recipe,
            Environment.CurrentDirectory);

        text.Split('\n').Count(line => line == $"  \"{name}\":" || line == $"  \"{name}\": {{}}").ShouldBe(2);
        text.ShouldContain($"    hostname: \"{name}\"\n");
        text.ShouldContain($"    depends_on:\n      \"{name}\":\n");
        text.ShouldContain($"      - type: volume\n        source: \"{name}\"\n        target: /var/lib/cassandra\n");
    }

    /// <summary>Certificates and key are mounted from where they are, and those of the administrator are not.</summary>
    [Fact]
    public void Compose_OfEveryDatabaseThatEncrypts_MountsItsFilesAndNothingElse()
    {
        DeploymentCatalog.Containers.Where(recipe => recipe.TakesTls).Select(recipe => recipe.Database)
            .Order(StringComparer.Ordinal).ShouldBe(["cassandra", "cockroach", "mariadb", "mysql", "postgres"]);
        foreach (var recipe in DeploymentCatalog.Containers.Where(recipe => recipe.TakesTls))
        {
            string text = ComposeFile.Write(DeploymentFile.Parse("some.yaml", ContainerTexts.Encrypted(recipe, "compose")),
                recipe, Environment.CurrentDirectory);
            text.Split('\n').Count(line => line == "      - type: bind").ShouldBe(3, recipe.Database);
            text.ShouldContain("        source: \"./own/my.key\"\n        target: /tls/node.key\n        read_only: true\n");
            text.ShouldNotContain("root.key");
            text.ShouldContain($"chown -R {recipe.Account} /certs");
            text.ShouldContain($"exec {recipe.EntryPoint} \\\"$$@\\\"");
        }
    }

    [Fact]
    [Needs("compose")]
    public void Compose_OfEveryExample_IsTakenByTheRealTool()
    {
        string? tool = Tool;
        foreach (string name in Repository.Examples.Select(example => Path.GetFileNameWithoutExtension(example))
            .Where(name => Read(name).Provider == "compose"))
        {
            string file = Path.GetTempFileName();
            try
            {
                File.WriteAllText(file, Rendered(name, ContainerTexts.Id));
                var (code, said) =
                    Run(tool!, [.. tool == "docker" ? ["compose"] : Array.Empty<string>(), "-f", file, "config", "-q"]);
                code.ShouldBe(0, $"{name}: {said}");
            }
            finally
            {
                File.Delete(file);
            }
        }
    }

    /// <summary>The tool that is installed; null when neither is.</summary>
    internal static string? Tool =>
        Programs.FirstOrDefault(program => Run(program, program == "docker" ? ["compose", "version"] : ["--help"]).Code == 0);

    private static Deployment Read(string name) =>
        DeploymentFile.Read(Path.Combine(Repository.Clusters, "examples", name + ".yaml"));

    private static string Rendered(string name, string? id = null) => ComposeFile.Write(Read(name),
        DeploymentCatalog.Container(Read(name).Database)!, Path.Combine(Repository.Clusters, "examples"), id);

    private static (int Code, string Said) Run(string program, IReadOnlyList<string> arguments)
    {
        try
        {
            using var process = Process.Start(
                new ProcessStartInfo(program, arguments)
                {
                    RedirectStandardOutput = true,
                    RedirectStandardError = true,
                    UseShellExecute = false
                })!;
            string said = process.StandardError.ReadToEnd() + process.StandardOutput.ReadToEnd();
            process.WaitForExit();
            return (process.ExitCode, said);
        }
        catch (Win32Exception exception)
        {
            return (-1, exception.Message);
        }
    }
}
