using DbIngest.Targets.Servers;

namespace DbIngest.Targets.Cassandra.Server;

/// <summary>
/// Builds the lines of a deployed node's configuration that require a password and encrypt. <see cref="CassandraRecipe"/> calls
/// it when it plans the processes of a ring, and <see cref="CassandraContainer"/> when a provider renders its containers. The
/// text contains paths of keys, never a secret.
/// </summary>
internal static class CassandraSecurity
{
    private const string Store = "certs/node.pem";
    private const int MostCopies = 3;

    // Cassandra reads key and certificate from one file. Each start builds the file again, since both may have been renewed.
    private const string MakeStore = "(umask 077; cat " + CertificateNames.Key + " " + CertificateNames.Certificate + " >" + Store
        + ") || exit 1; exec \"$@\"";

    /// <summary>
    /// Number of nodes that store the users, so that they can log in after a node has died: 3, or 1 in a ring of fewer than three
    /// nodes, where a majority of two copies would need both.
    /// </summary>
    /// <param name="nodes">Number of nodes.</param>
    public static int UserCopies(int nodes) => nodes < MostCopies ? 1 : MostCopies;

    /// <summary>
    /// Lines of the configuration. Nodes encrypt among each other too, and identify each other by certificates of the same
    /// authority.
    /// </summary>
    /// <param name="asksForPassword">True to require a password.</param>
    /// <param name="folder">Folder of the node, which contains its certificates. Null without encryption.</param>
    public static string Lines(bool asksForPassword, string? folder)
    {
        string[] users = !asksForPassword ? [] : ["authenticator: PasswordAuthenticator", "authorizer: CassandraAuthorizer"];
        string[] stores =
        [
            "  optional: false", "  ssl_context_factory:",
                "    class_name: org.apache.cassandra.security.PEMBasedSslContextFactory",
            "  keystore: " + EscapedText.Quoted(Path.Combine(folder ?? string.Empty, Store)),
                "  truststore: " + EscapedText.Quoted(Path.Combine(folder ?? string.Empty, CertificateNames.Authority)),
        ];
        string[] encryption = folder is not null
            ? ["client_encryption_options:", "  enabled: true", "  require_client_auth: false", .. stores,
                "server_encryption_options:", "  internode_encryption: all", "  require_client_auth: true", .. stores]
            : [];
        return string.Join('\n', [.. users, .. encryption]);
    }

    /// <summary>The command of a node, which prepares its key store first if it encrypts.</summary>
    /// <param name="order">The order.</param>
    /// <param name="command">The command of a node that does not encrypt.</param>
    public static IReadOnlyList<string> Command(ServerOrder order, IReadOnlyList<string> command) => order.IsEncrypted
        ? ["sh", "-c", MakeStore, "sh", .. command] : command;
}
