namespace DbIngest.Targets.Deploying;

/// <summary>
/// A database definition that declares how its servers are deployed. <c>DeploymentCatalog</c> collects the declarations of all
/// definitions once per process. <c>dbingest cluster</c> and <c>--container</c> look recipes up there, so that no code outside a
/// database's folder knows the database by name.
/// </summary>
public interface IDeployable
{
    /// <summary>The recipes of this database.</summary>
    DeploymentRecipes Deploying { get; }
}

/// <summary>
/// How the servers of one database are deployed, per kind of provider. A definition returns it from
/// <see cref="IDeployable.Deploying"/>. Immutable.
/// </summary>
public sealed record DeploymentRecipes
{
    /// <summary>Runs nodes as processes of this machine or of hosts. Null if that is not supported.</summary>
    public Servers.ServerRecipe? Process { get; init; }

    /// <summary>Runs nodes in containers of the vendor's image. Null if that is not supported.</summary>
    public ContainerRecipe? Container { get; init; }

    /// <summary>
    /// Images of other servers that speak this database's protocol. Only tests start them. No deployment file can name them.
    /// </summary>
    public IReadOnlyList<ContainerRecipe> RelatedContainers { get; init; } = [];

    /// <summary>Runs nodes as pods under the vendor's Kubernetes operator. Null if there is none.</summary>
    public OperatorRecipe? Operator { get; init; }
}
