using System.Globalization;
using DbIngest.Wire.Volt;

namespace DbIngest.Targets.Volt;

/// <summary>What the server says of itself.</summary>
internal static class VoltCatalog
{
    private const string AnotherChange = "while another one is in progress";
    private static readonly TimeSpan Interval = TimeSpan.FromMilliseconds(20);
    private static readonly TimeSpan Patience = TimeSpan.FromMinutes(1);

    /// <summary>How it was deployed, by property.</summary>
    /// <param name="connection">A session.</param>
    public static IReadOnlyDictionary<string, string> Deployment(VoltConnection connection) =>
        Pairs(connection.Call("@SystemInformation", "DEPLOYMENT"), "PROPERTY");

    /// <summary>
    /// Changes the catalogue. One change is made at a time: while another one is under way, as of a client that did not wait for
    /// it, ours is tried again.
    /// </summary>
    /// <param name="connection">A session.</param>
    /// <param name="statements">The statements.</param>
    /// <param name="cancellation">Ends the waiting early.</param>
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
                catch (VoltServerException e) when (e.Message.Contains(AnotherChange, StringComparison.Ordinal))
                {
                    busy = e;
                    return false;
                }
            },
            Interval,
            Patience,
            () => busy!,
            cancellation);
    }

    /// <summary>On how many nodes each record is.</summary>
    /// <param name="deployment">How the server was deployed.</param>
    public static int Copies(IReadOnlyDictionary<string, string> deployment) =>
        int.TryParse(deployment.GetValueOrDefault("kfactor"), NumberStyles.None, CultureInfo.InvariantCulture, out int further)
            ? further + 1 : 1;

    /// <summary>Version, state, ports and the like, by key; of one of the nodes.</summary>
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
