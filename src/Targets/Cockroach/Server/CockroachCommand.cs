using System.Globalization;

namespace DbIngest.Targets.Cockroach.Server;

/// <summary>The command lines of nodes, the same for private ones and deployed ones.</summary>
internal static class CockroachCommand
{
    /// <summary>The node's log, in its folder.</summary>
    public const string Log = "logs/cockroach.log";

    /// <summary>A node that is measured does not report to its vendor meanwhile.</summary>
    private const string NoReports = "COCKROACH_SKIP_ENABLING_DIAGNOSTIC_REPORTING=true";

    private const string FormOnce = "out=$(\"$@\" 2>&1) && exit 0; case $out in *'already been initialized'*) exit 0;; esac; printf '%s\\n' \"$out\" >&2; exit 1";

    /// <summary>What starts a node.</summary>
    /// <param name="program">The program.</param>
    /// <param name="folder">The node's folder.</param>
    /// <param name="sql">Host and port for clients and other nodes.</param>
    /// <param name="http">Host and port of its console.</param>
    /// <param name="join">Nodes of its cluster; null for a node alone.</param>
    /// <param name="cacheMb">Memory for blocks of data, in MiB.</param>
    /// <param name="sqlMb">Memory for statements, in MiB.</param>
    public static IReadOnlyList<string> Node(string program, string folder, string sql, string http, string? join, int cacheMb, int sqlMb) =>
    [
        "env", NoReports, program, join is null ? "start-single-node" : "start", "--insecure",
        $"--store={Path.Combine(folder, "data")}", $"--log-dir={Path.Combine(folder, "logs")}", $"--listen-addr={sql}", $"--http-addr={http}",
        string.Create(CultureInfo.InvariantCulture, $"--cache={cacheMb}MiB"), string.Create(CultureInfo.InvariantCulture, $"--max-sql-memory={sqlMb}MiB"),
        .. join is null ? Array.Empty<string>() : [$"--join={join}"],
    ];

    /// <summary>What makes one cluster of nodes that were told of each other; again, it changes nothing.</summary>
    /// <param name="program">The program.</param>
    /// <param name="sql">Host and port of one of them.</param>
    public static IReadOnlyList<string> Form(string program, string sql) => ["sh", "-c", FormOnce, "sh", program, "init", "--insecure", $"--host={sql}"];
}
