using System.Globalization;

namespace DbIngest.Targets.Cockroach.Server;

/// <summary>The command lines of nodes, the same for private ones and deployed ones.</summary>
internal static class CockroachCommand
{
    /// <summary>The node's log, in its folder.</summary>
    public const string Log = "logs/cockroach.log";

    /// <summary>A node that is measured does not report to its vendor meanwhile.</summary>
    private const string NoReports = "COCKROACH_SKIP_ENABLING_DIAGNOSTIC_REPORTING=true";

    private const string FormOnce =
        "out=$(\"$@\" 2>&1) && exit 0; case $out in *'already been initialized'*) exit 0;; esac; printf '%s\\n' \"$out\" >&2; "
        + "exit 1";

    // The administrator's certificate and key come by standard input, and are in the node's folder for as long as this runs. The
    // program asks for ever with one that it does not like.
    private const string WithCertificate = """
        umask 077; certs=$PWD/administrator; rm -rf -- "$certs"; mkdir "$certs" || exit 1; trap 'rm -rf -- "$certs"' EXIT; trap 'exit 1' HUP INT TERM
        cat >"$certs/all" && cp "$1" "$certs/ca.crt" || exit 1; shift
        sed -n '/BEGIN CERTIFICATE/,/END CERTIFICATE/p' "$certs/all" >"$certs/client.root.crt"; sed -n '/BEGIN.*PRIVATE KEY/,/END.*PRIVATE KEY/p' "$certs/all" >"$certs/client.root.key"
        out=$(timeout 60 "$@" --certs-dir="$certs" 2>&1) && exit 0; case $out in *'already been initialized'*) exit 0;; esac; printf '%s\n' "$out" | tail -n 3 >&2; exit 1
        """;

    private const string Insecure = "--insecure";

    /// <summary>What starts a node.</summary>
    /// <param name="program">The program.</param>
    /// <param name="folder">The node's folder.</param>
    /// <param name="sql">Host and port for clients and other nodes.</param>
    /// <param name="http">Host and port of its console.</param>
    /// <param name="join">Nodes of its cluster. Null for a node alone.</param>
    /// <param name="cacheMb">Memory for blocks of data, in MiB.</param>
    /// <param name="sqlMb">Memory for statements, in MiB.</param>
    /// <param name="certificates">The folder with its certificates. Null without.</param>
    public static IReadOnlyList<string> Node(string program, string folder, string sql, string http, string? join, int cacheMb,
        int sqlMb, string? certificates = null) =>
    [
        "env", NoReports, program, join is null ? "start-single-node" : "start", certificates is null ? Insecure
            : $"--certs-dir={certificates}",
        $"--store={Path.Combine(folder, "data")}", $"--log-dir={Path.Combine(folder, "logs")}", $"--listen-addr={sql}",
            $"--http-addr={http}",
        string.Create(CultureInfo.InvariantCulture, $"--cache={cacheMb}MiB"),
            string.Create(CultureInfo.InvariantCulture, $"--max-sql-memory={sqlMb}MiB"),
        .. join is null ? Array.Empty<string>() : [$"--join={join}"],
    ];

    /// <summary>What makes one cluster of nodes that were told of each other; again, it changes nothing.</summary>
    /// <param name="program">The program.</param>
    /// <param name="sql">Host and port of one of them.</param>
    public static IReadOnlyList<string> Form(string program, string sql) =>
        ["sh", "-c", FormOnce, "sh", program, "init", Insecure, $"--host={sql}"];

    /// <summary>The same for nodes that encrypt; it reads the certificate of the user root, and its key.</summary>
    /// <param name="program">The program.</param>
    /// <param name="sql">Host and port of one of them.</param>
    /// <param name="authority">The authority's certificate, on its machine.</param>
    public static IReadOnlyList<string> FormEncrypted(string program, string sql, string authority) =>
        ["sh", "-c", WithCertificate, "sh", authority, program, "init", $"--host={sql}"];
}
