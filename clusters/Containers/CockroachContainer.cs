using DbIngest.Abstractions.Targets;
using DbIngest.Clusters.Hosts;
using DbIngest.Clusters.Model;

namespace DbIngest.Clusters.Containers;

/// <summary>What makes one cluster of CockroachDB's containers, and its user.</summary>
internal static class CockroachContainer
{
    private const string Program = "/cockroach/cockroach";

    // Certificate and key of the administrator, and the statements with the password, come by standard input, and are in the container for as long as this runs.
    private const string AsRoot = """
        umask 077; own=$(mktemp -d) || exit 1; trap 'rm -rf -- "$own"' EXIT; trap 'exit 1' HUP INT TERM
        cat >"$own/all" && cp CERTS/ca.crt "$own/ca.crt" || exit 1
        sed -n '/BEGIN CERTIFICATE/,/END CERTIFICATE/p' "$own/all" >"$own/client.root.crt"; sed -n '/BEGIN.*PRIVATE KEY/,/END.*PRIVATE KEY/p' "$own/all" >"$own/client.root.key"
        sed '1,/END.*PRIVATE KEY/d' "$own/all" >"$own/sql"
        as_root() { timeout 60 PROGRAM "$@" --certs-dir="$own" --host=HOST 2>&1; }
        fail() { printf '%s\n' "$1" | tail -n 3 >&2; exit 1; }

        """;

    private const string Begin = "out=$(as_root init) || case $out in *'already been initialized'*) ;; *) fail \"$out\" ;; esac\n";
    private const string MakeUser = "out=$(as_root sql <\"$own/sql\") || fail \"$out\"\n";

    /// <summary>The words of a shell; null where nothing is to be done.</summary>
    /// <param name="deployment">The deployment.</param>
    public static string? Form(Deployment deployment)
    {
        bool isAlone = deployment.Nodes.Count == 1;
        string host = deployment.Nodes[0].Address;
        return deployment.Tls is null
            ? isAlone ? null : $"out=$({Program} init --insecure --host={host} 2>&1) || case $out in *'already been initialized'*) ;; *) echo \"$out\" >&2; exit 1 ;; esac"
            : isAlone && deployment.User is null ? null
            : AsRoot.Replace("CERTS", ContainerTls.Folder, StringComparison.Ordinal).Replace("PROGRAM", Program, StringComparison.Ordinal).Replace("HOST", host, StringComparison.Ordinal)
                + (isAlone ? string.Empty : Begin) + (deployment.User is null ? string.Empty : MakeUser);
    }

    /// <summary>What they read.</summary>
    /// <param name="deployment">The deployment.</param>
    /// <param name="password">The user's password.</param>
    /// <exception cref="ClusterException">A file cannot be read.</exception>
    public static string? FormInput(Deployment deployment, Secret? password)
    {
        if (deployment.Tls is not { ClientCertificate: { } certificate, ClientKey: { } key })
        {
            return null;
        }

        // A user who is there keeps the password; both together, since one without the right would be taken for made.
        string statements = deployment.User is not { } user || password is null ? string.Empty
            : $"BEGIN; CREATE USER IF NOT EXISTS \"{user}\" WITH PASSWORD '{password.Reveal().Replace("'", "''", StringComparison.Ordinal)}'; GRANT admin TO \"{user}\"; COMMIT;\n";
        return $"{TlsFiles.Read(certificate).TrimEnd()}\n{TlsFiles.Read(key).TrimEnd()}\n{statements}";
    }
}
