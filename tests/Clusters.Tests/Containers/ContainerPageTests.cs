using System.Globalization;
using System.Text.RegularExpressions;
using DbIngest.Clusters.Runs;
using DbIngest.Targets.Catalogue;
using DbIngest.Targets.Deploying;

namespace DbIngest.Clusters.Tests.Containers;

/// <summary>The one table of images, and its page.</summary>
public partial class ContainerPageTests
{
    private static IEnumerable<ContainerRecipe> All => DeploymentCatalog.Containers.Concat(DeploymentCatalog.RelatedContainers);

    [Fact]
    public void Page_HoldsTheTableOfImages()
    {
        string page = File.ReadAllText(Path.Combine(Repository.Root, "docs", "how-to", "containers.md"));
        string table = string.Join('\n', All.Select(Row));
        page.Contains(table, StringComparison.Ordinal).ShouldBeTrue($"docs/how-to/containers.md must hold:\n{table}");
    }

    /// <summary>Without a version an image is another one next month, and without a registry podman does not find it.</summary>
    [Fact]
    public void Images_HaveARegistryAndAVersion()
    {
        All.ShouldAllBe(recipe => Pinned().IsMatch(recipe.PinnedImage));
        All.Select(recipe => recipe.Name).ShouldBeUnique();
    }

    [Fact]
    public void Endpoint_OfARun_IsAtThePublishedPort()
    {
        foreach (var recipe in All.Where(recipe => recipe.NamedPorts.Count == 0))
        {
            recipe.PublishedEndpoint(RunDeployment.Of(recipe, recipe.PinnedImage, 12345, connections: null))
                .ShouldMatch("127.0.0.1[:,]12345", recipe.Name);
        }
    }

    /// <summary>MongoDB tells its clients the port at which it listens.</summary>
    [Fact]
    public void MongoDb_OfARun_ListensAtThePortOfItsClients()
    {
        var recipe = DeploymentCatalog.Container("mongodb")!;
        var run = RunDeployment.Of(recipe, "some:1", 12345, connections: null);
        recipe.PortIn(run).ShouldBe(12345);
        recipe.Command(run, run.Nodes[0]).ShouldContain("12345");
        recipe.Form(run)!.ShouldContain("127.0.0.1:12345");
        recipe.Form(run)!.ShouldContain("--port 12345");
    }

    [Theory]
    [InlineData(null, null)]
    [InlineData(80, null)]
    [InlineData(81, "101")]
    public void Sessions_MoreThanTheServerLetsInByItself_AreASetting(int? connections, string? expected)
    {
        var recipe = DeploymentCatalog.Container("postgres")!;
        var run = RunDeployment.Of(recipe, "some:1", 12345, connections);
        run.Settings.GetValueOrDefault("max_connections").ShouldBe(expected);
        string.Join(' ', recipe.Command(run, run.Nodes[0]))
            .ShouldBe(expected is null ? string.Empty : $"postgres -c max_connections={expected}");
    }

    private static string Row(ContainerRecipe recipe)
    {
        var run = RunDeployment.Of(recipe, recipe.PinnedImage, recipe.Port, connections: null);
        var node = run.Nodes[0];
        string environment = string.Join(' ', recipe.Environment(run, node)
            .Select(variable => $"{variable.Name}={(RunDeployment.IsPassword(variable.Value) ? "..." : variable.Value)}"));
        string[] cells = [environment, string.Join(' ', recipe.Command(run, node)), recipe.Health(run, node)];
        return string.Create(
            CultureInfo.InvariantCulture,
            $"| {recipe.Name} | `{recipe.PinnedImage}` | {recipe.Port} | {string.Join(" | ", cells.Select(Cell))} |");
    }

    private static string Cell(string text) => text.Length == 0 ? string.Empty
        : $"`{text.Replace("|", "\\|", StringComparison.Ordinal)}`";

    [GeneratedRegex(@"^[a-z-]+(\.[a-z]+)+/[a-z0-9/-]+:[A-Za-z.-]*\d[A-Za-z0-9.-]*$", RegexOptions.ExplicitCapture,
        matchTimeoutMilliseconds: 1000)]
    private static partial Regex Pinned();
}
