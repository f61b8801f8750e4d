using System.Globalization;
using DbIngest.Bench.Cassandra;

// dotnet run -c Release --project bench/Cassandra -- shapes|peers|audit [rounds] [records a source] [only names with this in them, or endpoint options]
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
    case "audit":
        AuditBench.Run(records, extra);
        return 0;
    default:
        Console.Error.WriteLine("shapes, peers or audit");
        return 2;
}
