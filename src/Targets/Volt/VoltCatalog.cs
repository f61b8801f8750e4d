using System.Globalization;
using DbIngest.Abstractions.Records;
using DbIngest.Targets.Servers;
using DbIngest.Wire.Volt;

namespace DbIngest.Targets.Volt;

/// <summary>
/// Queries and changes the catalogue of a VoltDB server: its deployment, version and tables. <see cref="VoltDefinition"/> and
/// <see cref="VoltTarget"/> call it outside the timed path. <see cref="VoltWriter"/> asks for the columns when calls were refused
/// and the table gets values. A change stops all partitions, so only Prepare, AddValues and Clean may make one.
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

    /// <summary>Adds the columns of a wider table, and its procedures, unless the table has them already.</summary>
    /// <param name="connection">A session.</param>
    /// <param name="whole">The table with the columns.</param>
    /// <param name="added">The values of the columns.</param>
    /// <param name="cancellation">Cancels the wait for other changes.</param>
    /// <exception cref="VoltServerException">The server refuses the change, and the table lacks the columns.</exception>
    public static void Add(VoltConnection connection, VoltTrialTable whole, IReadOnlyList<ValueColumn> added,
        CancellationToken cancellation)
    {
        if (whole.IsWithin(Columns(connection, whole.Name)))
        {
            return;
        }

        try
        {
            Change(connection, whole.Add(added), cancellation);
        }
        catch (VoltServerException) when (whole.IsWithin(Columns(connection, whole.Name)))
        {
            // Another process has added them meanwhile, all in one change.
        }
    }

    /// <summary>Names of the columns of a table, compared without regard to case. Empty if there is no such table.</summary>
    /// <param name="connection">A session.</param>
    /// <param name="table">Name of the table.</param>
    public static HashSet<string> Columns(VoltConnection connection, string table) =>
        connection.Call("@SystemCatalog", "COLUMNS").Table().All()
            .Where(row => string.Equals(row["TABLE_NAME"] as string, table, StringComparison.OrdinalIgnoreCase))
            .Select(row => row["COLUMN_NAME"] as string ?? string.Empty).ToHashSet(StringComparer.OrdinalIgnoreCase);

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
