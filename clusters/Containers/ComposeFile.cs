using System.Globalization;
using System.Text;
using DbIngest.Targets.Deploying;

namespace DbIngest.Clusters.Containers;

/// <summary>
/// Writes the compose file of a deployment: one service per node with a pinned image, a fixed address in one subnet, a health
/// check, limits and a volume. The engine restarts a container that ends, until it is told to stop. <c>ComposeProvider</c>
/// writes the file anew before each command of the engine, and prints it for <c>cluster render</c>. It holds no secret. Names
/// of containers and volumes must not change, because <c>cluster down</c> must find those of an earlier version.
/// </summary>
internal static class ComposeFile
{
    /// <summary>The name of a node's container.</summary>
    public static string Container(Deployment deployment, DeployedNode node) => $"{deployment.ResourceName}-{node.Name}";

    /// <summary>Writes the text of the file.</summary>
    /// <param name="deployment">The deployment, as its checked file describes it.</param>
    /// <param name="recipe">The container recipe of its database.</param>
    /// <param name="folder">The folder of the compose file, to which paths in it are relative.</param>
    /// <param name="id">The deployment's id, which becomes a label; null for none.</param>
    public static string Write(Deployment deployment, ContainerRecipe recipe, string folder, string? id = null)
    {
        var text = new StringBuilder();
        text.Append(CultureInfo.InvariantCulture,
            $"# {deployment}. Made by dbingest: change the deployment's file instead.\n# By hand: docker compose "
            + $"--project-name {deployment.ResourceName} --file FILE up\nservices:\n");
        for (int i = 0; i < deployment.Nodes.Count; i++)
        {
            Service(text, deployment, recipe, i, folder, id);
        }

        text.Append(CultureInfo.InvariantCulture,
            $"networks:\n  nodes:\n    ipam:\n      config:\n        - subnet: {deployment.Network}\nvolumes:\n");
        foreach (var node in deployment.Nodes)
        {
            text.Append(CultureInfo.InvariantCulture, $"  {Quote(node.Name)}:{(id is null ? " {}\n" : $"\n{Label(id)}")}");
        }

        return text.ToString();
    }

    private static string Label(string id) => $"    labels:\n      {DeploymentLabel.Name}: {Quote(id)}\n";

    private static void Service(StringBuilder text, Deployment deployment, ContainerRecipe recipe, int index, string folder,
        string? id)
    {
        var node = deployment.Nodes[index];
        string image = deployment.Image ?? string.Format(CultureInfo.InvariantCulture, recipe.Image, deployment.Version);
        text.Append(CultureInfo.InvariantCulture,
            $"  {Quote(node.Name)}:\n    image: {Quote(image)}\n    container_name: {Container(deployment, node)}\n    "
            + $"hostname: {Quote(node.Name)}\n    restart: unless-stopped\n{(id is null ? string.Empty : Label(id))}");
        var entry = ContainerTls.Entry(deployment, recipe);
        if (entry.Count > 0)
        {
            text.Append(CultureInfo.InvariantCulture, $"    entrypoint: [{string.Join(", ", entry.Select(Quote))}]\n");
        }

        string[] command = [.. recipe.Command(deployment, node)];
        if (command.Length > 0)
        {
            text.Append(CultureInfo.InvariantCulture, $"    command: [{string.Join(", ", command.Select(Quote))}]\n");
        }

        var environment = recipe.Environment(deployment, node).ToList();
        if (environment.Count > 0)
        {
            text.Append("    environment:\n");
            environment.ForEach(variable =>
                text.Append(CultureInfo.InvariantCulture, $"      {variable.Name}: {Value(variable.Value)}\n"));
        }

        text.Append(CultureInfo.InvariantCulture, $"    networks:\n      nodes:\n        ipv4_address: {node.Address}\n");
        if (index == 0 && node.Role is null)
        {
            // For Docker on macOS and Windows, where this machine cannot reach containers at their addresses.
            text.Append(CultureInfo.InvariantCulture,
                $"    ports:\n      - {Quote($"127.0.0.1:{deployment.Port}:{recipe.Port}")}\n");
        }

        // In the short form, a name of one letter would be the drive of a path.
        text.Append("    volumes:\n      - ");
        text.Append(node.Name.Length > 1 ? $"{Quote($"{node.Name}:{recipe.DataFolder}")}\n"
            : $"type: volume\n        source: {Quote(node.Name)}\n        target: {recipe.DataFolder}\n");
        foreach (var (name, file) in ContainerTls.Files(deployment))
        {
            string source = Path.GetRelativePath(folder, file);
            text.Append(CultureInfo.InvariantCulture,
                $"      - type: bind\n        source: {Quote(Path.IsPathRooted(source) ? source : $"./{source}")}\n        "
                + $"target: {ContainerTls.Mount}/{name}\n        read_only: true\n");
        }

        text.Append("    ulimits:\n      nofile: 100000\n");
        if (deployment.MemoryMb is { } memory)
        {
            text.Append(CultureInfo.InvariantCulture, $"    mem_limit: {memory}m\n    memswap_limit: {memory}m\n");
        }

        if (deployment.Cpus is { } cpus)
        {
            text.Append(CultureInfo.InvariantCulture, $"    cpus: {cpus}\n");
        }

        text.Append(CultureInfo.InvariantCulture,
            $"    healthcheck:\n      test: [\"CMD-SHELL\", {Quote(recipe.Health(deployment, node))}]\n      interval: 2s\n   "
            + $"   timeout: 10s\n      retries: 150\n");
        if (recipe.InTurn && index > 0)
        {
            text.Append(CultureInfo.InvariantCulture,
                $"    depends_on:\n      {Quote(deployment.Nodes[index - 1].Name)}:\n        condition: service_healthy\n");
        }
    }

    /// <summary>
    /// A <c>{NAME}</c> becomes a reference to the caller's variable NAME, so that the file does not hold its value.
    /// </summary>
    private static string Value(string value) => value.StartsWith('{') ? Quote($"${{{value[1..^1]}:-}}", keepsDollar: true)
        : Quote(value);

    /// <summary>A text in YAML's double quotes. Compose would read a single dollar as a variable.</summary>
    private static string Quote(string text) => Quote(text, keepsDollar: false);

    private static string Quote(string text, bool keepsDollar) =>
        "\"" + (keepsDollar ? text : text.Replace("$", "$$", StringComparison.Ordinal))
            .Replace("\\", "\\\\", StringComparison.Ordinal).Replace("\"", "\\\"", StringComparison.Ordinal)
            .Replace("\n", "\\n", StringComparison.Ordinal) + "\"";
}
