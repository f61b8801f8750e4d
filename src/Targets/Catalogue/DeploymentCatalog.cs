using DbIngest.Targets.Deploying;
using DbIngest.Targets.Servers;

namespace DbIngest.Targets.Catalogue;

/// <summary>
/// Lists the recipes by which servers are deployed, collected from the definitions of <see cref="TargetCatalog"/> in its order.
/// <c>DeploymentFile</c> and the providers of <c>dbingest cluster</c>, <c>RunContainer</c> for <c>--container</c>, and tests look
/// databases up here by name. Immutable. It names no database itself.
/// </summary>
public static class DeploymentCatalog
{
    private static readonly IReadOnlyList<DeploymentRecipes> Declared =
        [.. TargetCatalog.All.OfType<IDeployable>().Select(definition => definition.Deploying)];

    /// <summary>Recipes of servers that run as processes.</summary>
    public static IReadOnlyList<ServerRecipe> Processes { get; } =
        [.. Declared.Select(recipes => recipes.Process).OfType<ServerRecipe>()];

    /// <summary>Recipes of servers that run in containers.</summary>
    public static IReadOnlyList<ContainerRecipe> Containers { get; } =
        [.. Declared.Select(recipes => recipes.Container).OfType<ContainerRecipe>()];

    /// <summary>Images of other servers that a target writes to. Tests start them.</summary>
    public static IReadOnlyList<ContainerRecipe> RelatedContainers { get; } =
        [.. Declared.SelectMany(recipes => recipes.RelatedContainers)];

    /// <summary>The Kubernetes operators of vendors.</summary>
    public static IReadOnlyList<OperatorRecipe> Operators { get; } =
        [.. Declared.Select(recipes => recipes.Operator).OfType<OperatorRecipe>()];

    /// <summary>The databases that can be deployed.</summary>
    public static IReadOnlyList<string> Databases { get; } =
    [
        .. TargetCatalog.All
            .Where(definition =>
                definition is IDeployable { Deploying: { Process: not null } or { Container: not null }
                    or { Operator: not null } })
            .Select(definition => definition.Name),
    ];

    /// <summary>The process recipe of a database. Null if it has none.</summary>
    public static ServerRecipe? Process(string database) => Processes.FirstOrDefault(recipe => recipe.Database == database);

    /// <summary>The container recipe of a database. Null if it has none.</summary>
    public static ContainerRecipe? Container(string database) => Containers.FirstOrDefault(recipe => recipe.Database == database);

    /// <summary>The operator that deployment files call <paramref name="name"/>. Null if there is none.</summary>
    public static OperatorRecipe? Operator(string? name) => Operators.FirstOrDefault(recipe => recipe.Name == name);

    /// <summary>The operator that runs a database by default. Null if there is none.</summary>
    public static OperatorRecipe? OperatorOf(string database) => Operators.FirstOrDefault(recipe => recipe.Database == database);
}
