using System.Globalization;
using DbIngest.Bench.Cassandra;

// dotnet run -c Release --project bench/Cassandra -- shapes|peers|latte|audit|clients [rounds] [records a source] [only names
// with this in them, or endpoint options] latte needs LATTE, the path of a script that runs it; its records are those of a run in
// all. clients is there with -p:OfficialDrivers=true only; its last argument is batches or singles.
string what = args.Length > 0 ? args[0] : "shapes";
int rounds = args.Length > 1 ? int.Parse(args[1], CultureInfo.InvariantCulture) : 5;
int records = args.Length > 2 ? int.Parse(args[2], CultureInfo.InvariantCulture) : 50_000;
string extra = args.Length > 3 ? args[3] : string.Empty;
switch (what)
{
    case "shapes":
        ShapesBench.Run(rounds, records, extra);
        return 0;
    case "peers":
        PeersBench.Run(rounds, records, extra);
        return 0;
    case "latte":
        return LatteBench.Run(rounds, records, extra);
    case "audit":
        AuditBench.Run(records, extra);
        return 0;
    case "clients":
#if OFFICIAL_DRIVERS
        ClientsBench.Run(rounds, records, extra);
        return 0;
#else
        Console.Error.WriteLine(
            "The vendor's driver is not in this build: dotnet run -c Release --project bench/Cassandra "
            + "-p:OfficialDrivers=true -- clients");
        return 2;
#endif
    default:
        Console.Error.WriteLine("shapes, peers, latte, audit or clients");
        return 2;
}
