using System.Globalization;
using DbIngest.Bench.Series;

// dotnet run -c Release --project bench/Series -- influxdb|clickhouse|questdb|questdb-binary|questdb-killed|neo4j [rounds] [records a source]
// influxdb and clickhouse: our client beside the vendor's loader (influx -import, clickhouse-client), which must be on the PATH, in turn, into one private server.
// questdb: the same lines over HTTP and over TCP, which acknowledges nothing, into one private server; questdb-binary: over HTTP with doubles as their bytes;
// questdb-killed: the server is killed as soon as the writing ends, started again, and asked for its rows.
// neo4j: over Bolt beside the server's own HTTP interface, whose JSON is made beforehand.
string what = args.Length > 0 ? args[0] : string.Empty;
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
    default:
        Console.Error.WriteLine("influxdb, clickhouse, questdb, questdb-binary, questdb-killed or neo4j");
        return 2;
}
