using System.Globalization;
using DbIngest.Targets.Servers;
using DbIngest.Wire.Volt;

namespace DbIngest.Targets.Volt;

/// <summary>
/// Queries and changes the catalogue of a VoltDB server: its deployment, version and tables. <see cref="VoltDefinition"/> and
/// <see cref="VoltTarget"/> call it outside the timed path. A change stops all partitions, so only Prepare and Clean may make
/// one.
/// </summary>
internal static class VoltCatalog
{
    /// <summary>Why the server makes no change at the moment: that of another client, or a snapshot.</summary>
    private static readonly string[] Busy =
    [
        "while another one is in progress", "multiple concurrent attempts to change", "Concurrent catalog update detected",
        "Snapshot in progress",
    ];

    private static readonly TimeSpan Interval = TimeSpan.FromMilliseconds(20);

    /// <summary>The server's deployment settings by property.</summary>
    /// <param name="connection">A session.</param>
    public static IReadOnlyDictionary<string, string> Deployment(VoltConnection connection) =>
        Pairs(connection.Call("@SystemInformation", "DEPLOYMENT"), "PROPERTY");

    /// <summary>
    /// Changes the catalogue. The server makes one change at a time, and may make none during a snapshot. So a change is repeated
    /// while that of another client or a snapshot is in progress, for up to a minute.
    /// </summary>
    /// <param name="connection">A session.</param>
    /// <param name="statements">The statements.</param>
    /// <param name="cancellation">Cancels the wait.</param>
    public static void Change(VoltConnection connection, string statements, CancellationToken cancellation)
    {
        VoltServerException? busy = null;
        Waiting.Until(
            () =>
            {
                try
                {
                    connection.Call("@AdHoc", statements);
                    return true;
                }
                catch (VoltServerException e) when (Busy.Any(words => e.Message.Contains(words, StringComparison.Ordinal)))
                {
                    busy = e;
                    return false;
                }
            },
            Interval,
            ServerTimeouts.Schema,
            () => busy!,
            cancellation);
    }

    /// <summary>Number of nodes that store each record.</summary>
    /// <param name="deployment">The server's deployment settings.</param>
    public static int Copies(IReadOnlyDictionary<string, string> deployment) =>
        int.TryParse(deployment.GetValueOrDefault("kfactor"), NumberStyles.None, CultureInfo.InvariantCulture, out int further)
            ? further + 1 : 1;

    /// <summary>Version, state, ports and other facts of one node, by key.</summary>
    /// <param name="connection">A session.</param>
    public static IReadOnlyDictionary<string, string> Overview(VoltConnection connection) =>
        Pairs(connection.Call("@SystemInformation", "OVERVIEW"), "KEY");

    private static Dictionary<string, string> Pairs(VoltAnswer answer, string key)
    {
        var pairs = new Dictionary<string, string>(StringComparer.OrdinalIgnoreCase);
        foreach (var row in answer.Table().All())
        {
            pairs[row[key] as string ?? string.Empty] = row["VALUE"] as string ?? string.Empty;
        }

        return pairs;
    }
}
