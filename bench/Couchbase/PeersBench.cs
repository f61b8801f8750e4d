using System.Diagnostics;
using System.Globalization;
using DbIngest.Wire.Couchbase;

namespace DbIngest.Bench.Couchbase;

/// <summary>Our client and <c>cbc-pillowfight</c>, the vendor's load generator in C, in turn: documents of the same size, as many on the way on one connection, into the same server.</summary>
internal static partial class PeersBench
{
    private const int InFlight = 1000;
    private const int MeanBytes = 256;

    /// <summary>Runs.</summary>
    /// <param name="endpoint">The server.</param>
    /// <param name="rounds">Rounds that count; one before does not.</param>
    /// <param name="records">Documents.</param>
    /// <param name="value">What our documents are.</param>
    /// <returns>The exit code.</returns>
    public static int Run(string endpoint, int rounds, int records, string value)
    {
        string? program = Environment.GetEnvironmentVariable("DBINGEST_PILLOWFIGHT");
        if (string.IsNullOrEmpty(program))
        {
            Console.Error.WriteLine("DBINGEST_PILLOWFIGHT must name cbc-pillowfight of libcouchbase.");
            return 2;
        }

        using var target = Trials.Open(string.Create(CultureInfo.InvariantCulture, $"{endpoint}?window={InFlight}&value={value}"));
        int bytes = MeanBytes;
        var ratios = new List<(double Throughput, double Cpu)>();
        for (int round = -1; round < rounds; round++)
        {
            (double PerS, double Us) ours = default, theirs = default;
            for (int turn = 0; turn < 2; turn++)
            {
                if ((turn + round) % 2 == 0)
                {
                    long before = ValueBytes(endpoint);
                    var trial = Trials.Ingest.Run(target, records);
                    ours = (trial.RecordsPerS, trial.ClientUsPerRecord);
                    long stored = ValueBytes(endpoint) - before;
                    bytes = stored > 0 ? (int)(stored / records) : bytes;
                }
                else
                {
                    target.Prepare(Trials.Ingest.Table(records));
                    theirs = Fight(program, endpoint, records, bytes);
                }
            }

            Console.WriteLine(string.Create(
                CultureInfo.InvariantCulture,
                $"{(round < 0 ? "not counted" : $"round {round + 1}"),-12} wire {ours.PerS,9:N0}/s {ours.Us:F2} us   pillowfight {theirs.PerS,9:N0}/s {theirs.Us:F2} us   throughput {ours.PerS / theirs.PerS:F2}, CPU {theirs.Us / ours.Us:F1}   {bytes} bytes a document"));
            if (round >= 0)
            {
                ratios.Add((ours.PerS / theirs.PerS, theirs.Us / ours.Us));
            }
        }

        Console.WriteLine(string.Create(
            CultureInfo.InvariantCulture,
            $"medians: throughput wire / pillowfight {Median.Of(ratios.Select(r => r.Throughput)):F2}, client CPU pillowfight / wire {Median.Of(ratios.Select(r => r.Cpu)):F1}"));
        target.Clean();
        return 0;
    }

    /// <summary>How many bytes the sink was given as values; 0 where it is another server.</summary>
    private static long ValueBytes(string endpoint)
    {
        var address = CouchbaseAddress.Parse(endpoint);
        var options = new KvConnectionOptions { Bucket = address.Bucket, Credentials = new KvCredentials("Administrator", static () => "password") };
        using var connection = KvConnection.Open(address.Hosts[0], options);
        return connection.Statistics().TryGetValue("value_bytes", out string? text) ? long.Parse(text, CultureInfo.InvariantCulture) : 0;
    }

    private static (double PerS, double Us) Fight(string program, string endpoint, int records, int bytes)
    {
        string size = bytes.ToString(CultureInfo.InvariantCulture);
        string[] arguments =
        [
            "-U", endpoint, "-u", "Administrator", "-P", "password", "-I", records.ToString(CultureInfo.InvariantCulture), "-B", InFlight.ToString(CultureInfo.InvariantCulture),
            "-t", "1", "-m", size, "-M", size, "--json", "--sequential", "--populate-only",
        ];
        double cpu = OfEndedChildren();
        long started = Stopwatch.GetTimestamp();
        using var fight = Process.Start(new ProcessStartInfo(program, arguments) { UseShellExecute = false, RedirectStandardOutput = true, RedirectStandardError = true })!;
        var error = fight.StandardError.ReadToEndAsync();
        fight.StandardOutput.ReadToEnd();
        fight.WaitForExit();
        double seconds = Stopwatch.GetElapsedTime(started).TotalSeconds;
        return fight.ExitCode == 0
            ? (records / seconds, (OfEndedChildren() - cpu) * 1e6 / records)
            : throw new InvalidOperationException($"cbc-pillowfight ended with {fight.ExitCode}: {error.Result}");
    }

    private static double OfEndedChildren()
    {
        Span<long> usage = stackalloc long[18]; // struct rusage: two timevals, then 14 longs
        GetUsage(-1, ref usage[0]);
        return usage[0] + usage[2] + ((usage[1] + usage[3]) * 1e-6);
    }

    [System.Runtime.InteropServices.LibraryImport("libc", EntryPoint = "getrusage")]
    private static partial int GetUsage(int who, ref long usage);
}
