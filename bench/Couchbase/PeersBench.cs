using System.Globalization;
using DbIngest.Wire.Couchbase;

namespace DbIngest.Bench.Couchbase;

/// <summary>
/// Compares the wire client with <c>cbc-pillowfight</c>, the vendor's load generator in C, for the bench command
/// <c>pillowfight</c>: in turn into the same server, documents of the same size, and equally many in flight on one connection.
/// </summary>
internal static class PeersBench
{
    private const int InFlight = 1000;
    private const int MeanBytes = 256;

    /// <summary>Runs both in turn and prints medians.</summary>
    /// <param name="endpoint">The endpoint of the server or sink.</param>
    /// <param name="rounds">Rounds that count; one before does not.</param>
    /// <param name="records">Number of documents.</param>
    /// <param name="value">The form of the product's documents: <c>json</c>, <c>short</c> or <c>binary</c>.</param>
    /// <returns>The exit code.</returns>
    public static int Run(string endpoint, int rounds, int records, string value)
    {
        string? program = Environment.GetEnvironmentVariable("DBINGEST_PILLOWFIGHT");
        if (string.IsNullOrEmpty(program))
        {
            Console.Error.WriteLine("DBINGEST_PILLOWFIGHT must name cbc-pillowfight of libcouchbase.");
            return 2;
        }

        using var target =
            Trials.Open(string.Create(CultureInfo.InvariantCulture, $"{endpoint}?window={InFlight}&value={value}"));
        int bytes = MeanBytes;
        Turns.RunPair("wire", "pillowfight", rounds, isOurs =>
        {
            if (!isOurs)
            {
                target.Prepare(Trials.Ingest.Table(records));
                return Fight(program, endpoint, records, bytes);
            }

            long before = ValueBytes(endpoint);
            var trial = Trials.Ingest.Run(target, records);
            long stored = ValueBytes(endpoint) - before;
            bytes = stored > 0 ? (int)(stored / records) : bytes;
            return new(trial.RecordsPerS, trial.ClientUsPerRecord, FormattableString.Invariant($"{bytes} bytes per document"));
        });
        target.Clean();
        return 0;
    }

    /// <summary>Bytes of all values that the sink has received; 0 for another server.</summary>
    private static long ValueBytes(string endpoint)
    {
        var address = CouchbaseAddress.Parse(endpoint);
        var options = new KvConnectionOptions
        {
            Bucket = address.Bucket,
            Credentials = new KvCredentials("Administrator", static () => "password")
        };
        using var connection = KvConnection.Open(address.Hosts[0], options);
        return connection.Statistics().TryGetValue("value_bytes", out string? text)
            ? long.Parse(text, CultureInfo.InvariantCulture) : 0;
    }

    private static PairFigure Fight(string program, string endpoint, int records, int bytes)
    {
        string size = bytes.ToString(CultureInfo.InvariantCulture);
        string[] arguments =
        [
            "-U", endpoint, "-u", "Administrator", "-P", "password", "-I", records.ToString(CultureInfo.InvariantCulture), "-B",
                InFlight.ToString(CultureInfo.InvariantCulture),
            "-t", "1", "-m", size, "-M", size, "--json", "--sequential", "--populate-only",
        ];
        return PairFigure.Of(WriteCost.OfPrograms(() => PeerProgram.Run(program, arguments)), records);
    }
}
