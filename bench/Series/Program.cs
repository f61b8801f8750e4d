using System.Globalization;
using DbIngest.Bench.Series;

// dotnet run -c Release --project bench/Series --
// influxdb|clickhouse|questdb|questdb-binary|questdb-killed|neo4j|neo4j-pair|neo4j-driver|cockroach|cockroach-copy|
// tsbs-influxdb|tsbs-clickhouse|tsbs-questdb
// [rounds] [records per source]
// dotnet run -c Release --project bench/Series -- voltdb [rounds] [records per source] [options of our client's endpoint]
// Each command compares the product's client with a peer, in turn, in one private server.
// influxdb, clickhouse: the vendor's loader (influx -import, clickhouse-client), which must be on the PATH.
// questdb: the same lines over TCP, which acknowledges nothing. questdb-binary: the product sends doubles as their bytes.
// questdb-killed: the server is killed as soon as the writing ends, started again, and asked for its rows.
// neo4j: the server's HTTP interface, with JSON made beforehand. neo4j-pair: the product with key=pair.
// neo4j-driver: the vendor's driver, in a build with -p:OfficialDrivers=true.
// voltdb: the vendor's Java client, whose compiler (javac) must be beside java: its bulk loader, or with the option way=insert
// one call per record on both sides.
// cockroach: the vendor's shell with UPSERTs of as many rows. cockroach-copy: psql \copy beside way=copy. One process per source.
// tsbs-...: the loaders of TSBS, whose programs are in the folder that TSBS_BIN names. Rows have 10 values, and those of TSBS
// also 10 tags. Both sides use 8 connections and batches of 10,000.
string what = args.Length > 0 ? args[0] : string.Empty;
if (args.Length > (what == "voltdb" ? 4 : 3))
{
    Console.Error.WriteLine("After the records per source only voltdb takes an argument: options of our client's endpoint.");
    return 2;
}

int rounds = args.Length > 1 ? int.Parse(args[1], CultureInfo.InvariantCulture) : 3;
int records = args.Length > 2 ? int.Parse(args[2], CultureInfo.InvariantCulture) : 100_000;
switch (what)
{
    case "influxdb":
        InTurn.Run(new InfluxLoader(), rounds, records);
        return 0;
    case "clickhouse":
        InTurn.Run(new ClickHouseLoader(), rounds, records);
        return 0;
    case "questdb":
        InTurn.Run(new QuestDbOverTcp("text"), rounds, records);
        return 0;
    case "questdb-binary":
        InTurn.Run(new QuestDbOverTcp("binary"), rounds, records);
        return 0;
    case "questdb-killed":
        InTurn.Run(new QuestDbOverTcp("text"), rounds, records, kills: true);
        return 0;
    case "neo4j":
        InTurn.Run(new Neo4jOverHttp(), rounds, records);
        return 0;
    case "neo4j-pair":
        InTurn.Run(new Neo4jVariant("key=pair", new DbIngest.Targets.Neo4j.Neo4jDefinition(), "?key=pair"), rounds, records);
        return 0;
    case "neo4j-driver":
#if OFFICIAL_DRIVERS
        InTurn.Run(new Neo4jVariant("Neo4j.Driver", new DbIngest.Drivers.Neo4j.Neo4jDriverDefinition(), string.Empty,
            DbIngest.Abstractions.Targets.WriteClient.Driver), rounds, records);
        return 0;
#else
        Console.Error.WriteLine(
            "The vendor's driver is not in this build: dotnet run -c Release --project bench/Series -p:OfficialDrivers=true "
            + "-- neo4j-driver");
        return 2;
#endif
    case "voltdb":
        InTurn.Run(new VoltJavaClient($"?sites=2{(args.Length > 3 ? "&" + args[3] : string.Empty)}"), rounds, records);
        return 0;
    case "cockroach":
    case "cockroach-copy":
        InTurn.Run(new CockroachLoader(isCopy: what == "cockroach-copy"), rounds, records);
        return 0;
    case "tsbs-influxdb":
    case "tsbs-clickhouse":
    case "tsbs-questdb":
        if (Environment.GetEnvironmentVariable(TsbsLoader.Variable) is not { Length: > 0 })
        {
            Console.Error.WriteLine(
                $"{TsbsLoader.Variable} names no folder: put tsbs_generate_data and the loaders (tsbs_load_influx, "
                + $"tsbs_load_clickhouse, tsbs_load_questdb) into one, and its path there.");
            return 2;
        }

        Rows.Have(values: 10);
        InTurn.Run(TsbsLoader.Of(what["tsbs-".Length..].Replace("influxdb", "influx", StringComparison.Ordinal)), rounds,
            records);
        return 0;
    default:
        Console.Error.WriteLine(
            "influxdb, clickhouse, questdb, questdb-binary, questdb-killed, neo4j, neo4j-pair, neo4j-driver, voltdb, "
            + "cockroach, cockroach-copy, tsbs-influxdb, tsbs-clickhouse or tsbs-questdb, then rounds and records per source; "
            + "for voltdb also options of our client's endpoint, such as way=insert");
        return 2;
}
