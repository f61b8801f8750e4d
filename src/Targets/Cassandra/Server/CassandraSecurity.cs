using DbIngest.Targets.Servers;

namespace DbIngest.Targets.Cassandra.Server;

/// <summary>What of a node's configuration asks for a password, and encrypts.</summary>
internal static class CassandraSecurity
{
    private const string Store = "certs/node.pem";
    private const int MostCopies = 3;

    // Key and certificate in one file are what Cassandra reads; at each start, as they may have been renewed.
    private const string MakeStore = "(umask 077; cat " + ServerFiles.Key + " " + ServerFiles.Certificate + " >" + Store
        + ") || exit 1; exec \"$@\"";

    /// <summary>
    /// On how many nodes users are, so that they are let in after one has died; a majority of two would be both.
    /// </summary>
    /// <param name="nodes">How many nodes there are.</param>
    public static int UserCopies(int nodes) => nodes < MostCopies ? 1 : MostCopies;

    /// <summary>
    /// The lines of the configuration. Nodes encrypt among each other too, and know each other by certificates of the same
    /// authority.
    /// </summary>
    /// <param name="asksForPassword">Whether it asks for a password.</param>
    /// <param name="folder">The node's folder, with its certificates; null without encryption.</param>
    public static string Lines(bool asksForPassword, string? folder)
    {
        string[] users = !asksForPassword ? [] : ["authenticator: PasswordAuthenticator", "authorizer: CassandraAuthorizer"];
        string[] stores =
        [
            "  optional: false", "  ssl_context_factory:",
                "    class_name: org.apache.cassandra.security.PEMBasedSslContextFactory",
            $"  keystore: \"{Path.Combine(folder ?? string.Empty, Store)}\"",
                $"  truststore: \"{Path.Combine(folder ?? string.Empty, ServerFiles.Authority)}\"",
        ];
        string[] encryption = folder is not null
            ? ["client_encryption_options:", "  enabled: true", "  require_client_auth: false", .. stores,
                "server_encryption_options:", "  internode_encryption: all", "  require_client_auth: true", .. stores]
            : [];
        return string.Join('\n', [.. users, .. encryption]);
    }

    /// <summary>The command of a node, in its folder.</summary>
    /// <param name="order">The order.</param>
    /// <param name="command">The command of one that does not encrypt.</param>
    public static IReadOnlyList<string> Command(ServerOrder order, IReadOnlyList<string> command) => order.IsEncrypted
        ? ["sh", "-c", MakeStore, "sh", .. command] : command;
}
