using System.Globalization;
using DbIngest.Bench;
using DbIngest.Bench.Couchbase;

// dotnet run -c Release --project bench/Couchbase -- values|windows|clients|encode|pillowfight [rounds] [records]
//     [json|short|binary]
// clients needs a build with -p:OfficialDrivers=true. pillowfight needs DBINGEST_PILLOWFIGHT, the path of libcouchbase's
// cbc-pillowfight. It alone uses the last argument, the form of documents, and with DBINGEST_BENCH_ENDPOINT
// (couchbase://HOST:PORT/BUCKET) it writes into that server instead of the sink.
string what = args.Length > 0 ? args[0] : "values";
int rounds = args.Length > 1 ? int.Parse(args[1], CultureInfo.InvariantCulture) : 5;
int records = args.Length > 2 ? int.Parse(args[2], CultureInfo.InvariantCulture) : 400_000;
string value = args.Length > 3 ? args[3] : "json";
switch (what)
{
    case "values":
        return WithSink(sink =>
            SinkBench.Run(sink, rounds, records, ["value=json", "value=short", "value=binary", SinkBench.Prepared]));
    case "windows":
        return WithSink(sink => SinkBench.Run(sink, rounds, records, ["window=1000", "window=64", "window=256", "window=4096"]));
    case "clients":
#if OFFICIAL_DRIVERS
        return WithSink(sink => SinkBench.Run(sink, rounds, records, ["window=1000", "driver window=1000", "driver window=16"]));
#else
        Console.Error.WriteLine(
            "The vendor's driver is not in this build: dotnet run -c Release --project bench/Couchbase "
            + "-p:OfficialDrivers=true -- clients");
        return 2;
#endif
    case "encode":
        return EncodeBench.Run(rounds, records);
    case "pillowfight":
        return Environment.GetEnvironmentVariable("DBINGEST_BENCH_ENDPOINT") is { Length: > 0 } server
            ? PeersBench.Run(server, rounds, records, value)
            : WithSink(sink => PeersBench.Run(sink, rounds, records, value));
    case SinkProcess.Word:
        SinkServer.Serve(rounds, records);
        return 0;
    default:
        Console.Error.WriteLine("values, windows, clients, encode or pillowfight");
        return 2;
}

int WithSink(Func<string, int> run)
{
    using var sink = new SinkProcess(ports: 2);
    return run(string.Create(CultureInfo.InvariantCulture, $"couchbase://127.0.0.1:{sink.Ports[0]}/bench"));
}
