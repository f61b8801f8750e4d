using System.Security.Cryptography.X509Certificates;
using DbIngest.Tds.Endpoint;
using DbIngest.Tds.Endpoint.Storage;
using DbIngest.Wire.Tds;

namespace DbIngest.Wire.Tests.Tds;

/// <summary>Endpoints that SqlClient, FreeTDS and the vendor's Rust client take for a server, and how to reach them.</summary>
internal static class TdsServers
{
    public const string Password = "S3cret-of-tests";

    public static TdsEndpoint Start(TlsMode tls = TlsMode.None, X509Certificate2? certificate = null, bool isSink = false) =>
        new(new EndpointOptions
        {
            Tls = tls,
            Certificate = certificate,
            IsSink = isSink,
            Passwords = new Dictionary<string, string>(StringComparer.OrdinalIgnoreCase)
            {
                ["sa"] = Password,
                ["late"] = Password
            },
            Expired = new HashSet<string>(StringComparer.OrdinalIgnoreCase) { "late" },
        });

    public static TdsConnectionOptions Options(int port) => new()
    {
        Host = "127.0.0.1",
        Port = port,
        User = "sa",
        Password = () => Password,
        Encryption = TdsEncryption.Optional,
    };

    public static TdsConnection Open(TdsEndpoint endpoint) => TdsConnection.Open(Options(endpoint.Port));

    /// <summary>A table of a source, a sequence and so many values, in the endpoint and as a bulk load names it.</summary>
    public static (Table Stored, TdsBulkTable Bulk) Table(TdsEndpoint endpoint, int values)
    {
        var stored = new Table(
            "t",
            [
                new Column("source", ColumnType.Int, IsNullable: false),
                    new Column("sequence", ColumnType.BigInt, IsNullable: false),
                .. Enumerable.Range(0, values).Select(v => new Column($"v{v}", ColumnType.Float)),
            ])
        { IsSink = endpoint.Options.IsSink };
        endpoint.Catalog.Add("master", stored);
        return (stored, new TdsBulkTable(
            "[dbo].[t]",
            [("source", TdsValueType.Int), ("sequence", TdsValueType.BigInt), .. Enumerable.Range(0, values)
                .Select(v => ($"v{v}", TdsValueType.NullableFloat))],
            "TABLOCK"));
    }

    /// <summary>Writes a row: source, sequence and values, NaN for NULL.</summary>
    public static void Row(TdsBulkLoad load, int source, long sequence, params ReadOnlySpan<double> values)
    {
        var room = load.GetSpan(13 + (9 * values.Length));
        room[0] = TdsBulkLoad.RowToken;
        BitConverter.TryWriteBytes(room[1..], source);
        BitConverter.TryWriteBytes(room[5..], sequence);
        int at = 13;
        foreach (double value in values)
        {
            room[at++] = double.IsNaN(value) ? (byte)0 : (byte)8;
            if (!double.IsNaN(value))
            {
                BitConverter.TryWriteBytes(room[at..], value);
                at += 8;
            }
        }

        load.Advance(at);
    }
}
