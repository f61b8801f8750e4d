using DbIngest.Targets.Deploying;
using DbIngest.Targets.MySql.Server;

namespace DbIngest.Targets.MySql;

/// <summary>
/// Registers MySQL, which is written by prepared INSERTs of many rows by default. <c>TargetCatalog</c> holds one instance, by
/// which runs, <c>verify</c>, source processes and <c>serve</c> open their targets. A run starts no server for it, and changes no
/// setting of one.
/// </summary>
public sealed class MySqlDefinition : MySqlFamilyDefinition, IDeployable
{
    /// <inheritdoc/>
    public override string Name => "mysql";

    /// <inheritdoc/>
    public DeploymentRecipes Deploying { get; } = new() { Container = MySqlContainer.MySql };

    /// <inheritdoc/>
    public override bool StartsServer => false;

    /// <inheritdoc/>
    public override string Summary => "MySQL (prepared INSERT of many rows, one transaction a batch; or LOAD DATA LOCAL)";

    /// <inheritdoc/>
    public override string Needs =>
        "a server at localhost:3306, or --endpoint [USER@]HOST[:PORT][/DATABASE][?OPTION=VALUE&...] or the path of its Unix "
        + "socket, "
        + "and the password in DBINGEST_MYSQL_PASSWORD; for way=load, local_infile = ON";
}
