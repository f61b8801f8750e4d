using DbIngest.Targets.Deploying;
using DbIngest.Targets.MySql.Server;

namespace DbIngest.Targets.MySql;

/// <summary>
/// Registers MariaDB, which is written by its bulk execution by default. <c>TargetCatalog</c> holds one instance, by which runs,
/// <c>verify</c>, source processes and <c>serve</c> open their targets. A run can start a private server. It changes no setting
/// of a server that runs already.
/// </summary>
public sealed class MariaDbDefinition : MySqlFamilyDefinition, IDeployable
{
    /// <inheritdoc/>
    public override string Name => "mariadb";

    /// <inheritdoc/>
    public DeploymentRecipes Deploying { get; } = new() { Process = new MariaDbRecipe(), Container = MySqlContainer.MariaDb };

    /// <inheritdoc/>
    public override bool StartsServerInNetwork => true;

    /// <inheritdoc/>
    public override string Summary =>
        "MariaDB (bulk execution, one transaction a batch; or INSERT of many rows, or LOAD DATA LOCAL)";

    /// <inheritdoc/>
    public override string Needs =>
        "installed server binaries (a private server is started), or --endpoint "
        + "[USER@]HOST[:PORT][/DATABASE][?OPTION=VALUE&...] or the path of its Unix socket, "
        + "and the password in DBINGEST_MARIADB_PASSWORD";
}
