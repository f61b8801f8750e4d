using System.Globalization;

namespace DbIngest.Targets.Cockroach.Server;

/// <summary>
/// Builds the command lines that start nodes and form a cluster. <see cref="CockroachPlan"/> (private servers) and
/// <see cref="CockroachRecipe"/> (deployments) share them. It starts nothing itself, and no command line contains a secret.
/// </summary>
internal static class CockroachCommand
{
    /// <summary>Path of a node's log relative to its folder.</summary>
    public const string Log = "logs/cockroach.log";

    /// <summary>Keeps a measured node from reporting to its vendor.</summary>
    private const string NoReports = "COCKROACH_SKIP_ENABLING_DIAGNOSTIC_REPORTING=true";

    private const string FormOnce =
        "out=$(\"$@\" 2>&1) && exit 0; case $out in *'already been initialized'*) exit 0;; esac; printf '%s\\n' \"$out\" >&2; "
        + "exit 1";

    // Reads the administrator's certificate and key from standard input and keeps them in the node's folder while it runs. An
    // interruption kills this shell and its descendants, which no trap sees: an orphan, which is no descendant, deletes the files
    // then. The program would retry forever with a certificate that it rejects, hence the time limit.
    private const string WithCertificate = """
        umask 077; rm -rf -- "$PWD"/administrator*; certs=$(mktemp -d "$PWD/administrator.XXXXXX") || exit 1
        trap 'rm -rf -- "$certs"' EXIT; trap 'exit 1' HUP INT TERM
        ( (trap '' HUP INT TERM; while grep -qs '^State:.[^XZ]' /proc/$$/status; do sleep 1; done; rm -rf -- "$certs") \
            </dev/null >/dev/null 2>&1 & )
        cat >"$certs/all" && cp "$1" "$certs/ca.crt" || exit 1; shift
        sed -n '/BEGIN CERTIFICATE/,/END CERTIFICATE/p' "$certs/all" >"$certs/client.root.crt"; sed -n '/BEGIN.*PRIVATE KEY/,/END.*PRIVATE KEY/p' "$certs/all" >"$certs/client.root.key"
        out=$(timeout 60 "$@" --certs-dir="$certs" 2>&1) && exit 0; case $out in *'already been initialized'*) exit 0;; esac; printf '%s\n' "$out" | tail -n 3 >&2; exit 1
        """;

    private const string Insecure = "--insecure";

    /// <summary>The command line of a node, which starts in its folder.</summary>
    /// <param name="program">Path of the program.</param>
    /// <param name="folder">The node's folder.</param>
    /// <param name="sql">Host and port for clients and other nodes.</param>
    /// <param name="http">Host and port of its web console.</param>
    /// <param name="join">Nodes of its cluster. Null for a single node.</param>
    /// <param name="cacheMb">Memory for cached data in MiB.</param>
    /// <param name="sqlMb">Memory for statements in MiB.</param>
    /// <param name="certificates">The folder with its certificates. Null without encryption.</param>
    public static IReadOnlyList<string> Node(string program, string folder, string sql, string http, string? join, int cacheMb,
        int sqlMb, string? certificates = null) =>
    [
        "env", NoReports, program, join is null ? "start-single-node" : "start", certificates is null ? Insecure
            : $"--certs-dir={certificates}",
        // The flag is a list of fields without quotes: a comma in the folder's path would begin another field.
        "--store=path=data", $"--log-dir={Path.Combine(folder, "logs")}", $"--listen-addr={sql}",
            $"--http-addr={http}",
        string.Create(CultureInfo.InvariantCulture, $"--cache={cacheMb}MiB"),
            string.Create(CultureInfo.InvariantCulture, $"--max-sql-memory={sqlMb}MiB"),
        .. join is null ? Array.Empty<string>() : [$"--join={join}"],
    ];

    /// <summary>The command that forms a cluster of the started nodes. Idempotent.</summary>
    /// <param name="program">Path of the program.</param>
    /// <param name="sql">Host and port of one node.</param>
    public static IReadOnlyList<string> Form(string program, string sql) =>
        ["sh", "-c", FormOnce, "sh", program, "init", Insecure, $"--host={sql}"];

    /// <summary>
    /// As <see cref="Form"/>, for nodes that encrypt. It reads certificate and key of the user root from standard input.
    /// </summary>
    /// <param name="program">Path of the program.</param>
    /// <param name="sql">Host and port of one node.</param>
    /// <param name="authority">Path of the authority's certificate on the node's machine.</param>
    public static IReadOnlyList<string> FormEncrypted(string program, string sql, string authority) =>
        ["sh", "-c", WithCertificate, "sh", authority, program, "init", $"--host={sql}"];
}
