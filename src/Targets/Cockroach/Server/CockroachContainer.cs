using DbIngest.Abstractions.Endpoints;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Deploying;

namespace DbIngest.Targets.Cockroach.Server;

/// <summary>
/// Declares how CockroachDB runs in containers of the vendor's image, with the scripts that form a cluster and create its user.
/// <see cref="CockroachDefinition"/> hands it to <c>DeploymentCatalog</c>, where providers and <c>--container</c> find it.
/// Providers repeat the script until it succeeds, so it must be idempotent. Secrets reach a container by standard input only.
/// </summary>
internal static class CockroachContainer
{
    private const string Program = "/cockroach/cockroach";

    // Reads the administrator's certificate and key, and the statements with the password, from standard input. They stay in the
    // container only while the script runs.
    private const string AsRoot = """
        umask 077; own=$(mktemp -d) || exit 1; trap 'rm -rf -- "$own"' EXIT; trap 'exit 1' HUP INT TERM
        cat >"$own/all" && cp CERTS/ca.crt "$own/ca.crt" || exit 1
        sed -n '/BEGIN CERTIFICATE/,/END CERTIFICATE/p' "$own/all" >"$own/client.root.crt"; sed -n '/BEGIN.*PRIVATE KEY/,/END.*PRIVATE KEY/p' "$own/all" >"$own/client.root.key"
        sed '1,/END.*PRIVATE KEY/d' "$own/all" >"$own/sql"
        as_root() { timeout 60 PROGRAM "$@" --certs-dir="$own" --host=HOST 2>&1; }
        fail() { printf '%s\n' "$1" | tail -n 3 >&2; exit 1; }

        """;

    private const string Begin =
        "out=$(as_root init) || case $out in *'already been initialized'*) ;; *) fail \"$out\" ;; esac\n";
    private const string MakeUser = "out=$(as_root sql <\"$own/sql\") || fail \"$out\"\n";

    /// <summary>The recipes for the catalogue.</summary>
    public static DeploymentRecipes Recipes { get; } = new()
    {
        Process = new CockroachRecipe(),
        Container = new()
        {
            Database = "cockroach",
            UserId = 1000,
            Image = "cockroachdb/cockroach:v{0}",
            PinnedImage = "docker.io/cockroachdb/cockroach:v25.1.6",
            Port = 26257,
            DataFolder = "/cockroach/cockroach-data",
            LargestCluster = 100,
            TakesCredentials = true,
            TakesTls = true,
            NeedsClientCertificate = true,
            EntryPoint = Program,
            Settings = new(
                EndpointOption.Size("cache", "memory for blocks of data, of each node"),
                EndpointOption.Size("max_sql_memory", "memory for statements, of each node")),
            Fault = Fault,
            Health = (deployment, _) =>
                deployment.Tls is null ? "curl -fs http://127.0.0.1:8080/health" : "curl -fsk https://127.0.0.1:8080/health",
            Endpoint = Endpoint,
            Command = Command,
            Form = Form,
            FormInput = FormInput,
        },
    };

    private static (string Key, string Why)? Fault(Deployment deployment) =>
        deployment.User is null ? null
        : deployment.Tls is null
            ? ("credentials", "nodes without certificates ask for no password; write tls too, or leave the credentials out")
        : string.Equals(deployment.User, "root", StringComparison.OrdinalIgnoreCase)
            ? ("credentials", "the user root comes with a certificate, and not with a password; name another")
        : null;

    private static string Endpoint(Deployment deployment, IReadOnlyList<string> nodes)
    {
        string hosts = ContainerRecipe.Hosts(nodes, 26257);
        return deployment.User is { } user
            ? $"{user}@{hosts}{ContainerRecipe.Encrypted(deployment, "sslmode=verify-full&sslrootcert={0}")}"
            : (deployment.Tls is null ? string.Empty : "root@") + hosts
                + ContainerRecipe.Encrypted(deployment, "sslmode=verify-full&sslrootcert={0}&sslcert={1}&sslkey={2}");
    }

    private static IEnumerable<string> Command(Deployment deployment, DeployedNode node)
    {
        bool isAlone = deployment.Nodes.Count == 1;
        return
        [
            isAlone ? "start-single-node" : "start",
            deployment.Tls is null ? "--insecure" : $"--certs-dir={ContainerRecipe.CertificateFolder}",
            $"--advertise-addr={node.Address}",
            $"--cache={EndpointOption.WithUnit(deployment.Setting("cache") ?? "128M")}iB",
            $"--max-sql-memory={EndpointOption.WithUnit(deployment.Setting("max_sql_memory") ?? "128M")}iB",
            .. isAlone ? Array.Empty<string>() : [$"--join={string.Join(',', deployment.Nodes.Take(3).Select(n => n.Address))}"],
        ];
    }

    /// <summary>
    /// The script that initialises a cluster and creates the user of an encrypting one. Null if neither is needed.
    /// </summary>
    private static string? Form(Deployment deployment)
    {
        bool isAlone = deployment.Nodes.Count == 1;
        string host = deployment.Nodes[0].Address;
        if (deployment.Tls is null)
        {
            return isAlone ? null : $"out=$({Program} init --insecure --host={host} 2>&1) || "
                + "case $out in *'already been initialized'*) ;; *) echo \"$out\" >&2; exit 1 ;; esac";
        }

        return isAlone && deployment.User is null ? null
            : AsRoot.Replace("CERTS", ContainerRecipe.CertificateFolder, StringComparison.Ordinal)
                .Replace("PROGRAM", Program, StringComparison.Ordinal).Replace("HOST", host, StringComparison.Ordinal)
                + (isAlone ? string.Empty : Begin) + (deployment.User is null ? string.Empty : MakeUser);
    }

    /// <summary>
    /// Standard input of the script: the administrator's certificate and key, then the statements that create the user.
    /// </summary>
    /// <exception cref="IOException">A file cannot be read. Providers have checked both files before.</exception>
    private static string? FormInput(Deployment deployment, Secret? password)
    {
        if (deployment.Tls is not { ClientCertificate: { } certificate, ClientKey: { } key })
        {
            return null;
        }

        // An existing user keeps its password. One transaction creates and grants, so that no user exists without the grant.
        string statements = deployment.User is not { } user || password is null ? string.Empty
            : $"BEGIN; CREATE USER IF NOT EXISTS \"{user}\" WITH PASSWORD '{password.Reveal().Replace("'", "''", StringComparison.Ordinal)}';"
                + $" GRANT admin TO \"{user}\"; COMMIT;\n";
        return $"{File.ReadAllText(certificate).TrimEnd()}\n{File.ReadAllText(key).TrimEnd()}\n{statements}";
    }
}
