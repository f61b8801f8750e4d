using System.Globalization;
using DbIngest.Clusters.Model;
using DbIngest.Targets.Cassandra.Server;

namespace DbIngest.Clusters.Containers;

/// <summary>What of Cassandra's containers asks for a password, and encrypts.</summary>
internal static class CassandraContainer
{
    /// <summary>Writes what the image's variables cannot say into its configuration, in place of what is there; null where nothing is asked for.</summary>
    /// <param name="deployment">The deployment.</param>
    public static string? Prepare(Deployment deployment) => deployment.Tls is null && deployment.User is null ? null :
        (deployment.Tls is null ? string.Empty : $"cat {ContainerTls.Folder}/node.key {ContainerTls.Folder}/node.crt >{ContainerTls.Folder}/node.pem || exit 1; chmod 600 {ContainerTls.Folder}/node.pem\n")
        + "yaml=$CASSANDRA_CONF/cassandra.yaml\n"
        + "kept=$(awk '/^[a-z]/ { drop = /^(authenticator|authorizer|client_encryption_options|server_encryption_options):/ } !drop' \"$yaml\") || exit 1\n"
        + $"cat >\"$yaml\" <<END || exit 1\n$kept\n{CassandraSecurity.Lines(deployment.User is not null, deployment.Tls is null ? null : "/")}\nEND\n";

    /// <summary>On how many nodes its users are, for its Java.</summary>
    /// <param name="deployment">The deployment.</param>
    public static IEnumerable<(string Name, string Value)> UserCopies(Deployment deployment) => deployment.User is not null && CassandraSecurity.UserCopies(deployment.Nodes.Count) is > 1 and var copies
        ? [("JVM_EXTRA_OPTS", string.Create(CultureInfo.InvariantCulture, $"-Dcassandra.system_auth.default_rf={copies}"))]
        : [];
}
