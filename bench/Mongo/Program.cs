using System.Globalization;
using DbIngest.Bench;
using DbIngest.Bench.Mongo;

// dotnet run -c Release --project bench/Mongo -- sink|shapes|floor|clients|peers [rounds] [records a source]
// With DBINGEST_BENCH_ENDPOINT (mongodb://HOST:PORT, which may be written to) sink, shapes and clients go there instead of the
// sink. peers needs DBINGEST_BENCH_ENDPOINT (a server that may be written to) and DBINGEST_MONGOIMPORT (the program, or a script
// that starts it).
string what = args.Length > 0 ? args[0] : "sink";
int rounds = args.Length > 1 ? int.Parse(args[1], CultureInfo.InvariantCulture) : 5;
int records = args.Length > 2 ? int.Parse(args[2], CultureInfo.InvariantCulture) : 50_000;
switch (what)
{
    case "sink":
        SinkBench.Run(rounds, records, SinkBench.Paces);
        return 0;
    case "shapes":
        SinkBench.Run(rounds, records, SinkBench.Shapes);
        return 0;
    case "floor":
        SinkBench.Run(rounds, records, SinkBench.Floor);
        return 0;
    case "clients":
        SinkBench.Run(rounds, records, SinkBench.Clients);
        return 0;
    case "peers":
        return PeersBench.Run(rounds, records);
    case SinkProcess.Word:
        SinkServer.Serve(rounds);
        return 0;
    default:
        Console.Error.WriteLine("sink, shapes, floor, clients or peers");
        return 2;
}
