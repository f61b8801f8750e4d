using System.Globalization;
using DbIngest.Bench.Cassandra;

// dotnet run -c Release --project bench/Cassandra -- shapes|peers|latte|audit|clients [rounds] [records per source] [text]
// The text selects the ways whose name contains it. For audit it holds options of the endpoint, for clients batches or singles.
// latte needs LATTE, the path of the program or of a script that runs it, and its records are those of all sources together.
// clients needs a build with -p:OfficialDrivers=true.
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
