using System.Globalization;
using DbIngest.Bench.Mixes;

// dotnet run -c Release --project bench/Mixes -- [--client-threads N] pgbench|ycsb-pg|ycsb-cassandra|ycsb-mongo [rounds] [rows]
//     [seconds] [rate]
// Reads and updates of single rows by 32 clients: the product's own trials beside pgbench or go-ycsb, in turn, on one private
// server, with 100, 50 and 0 % reads. GO_YCSB names the program go-ycsb. For MongoDB, DBINGEST_BENCH_ENDPOINT may name a server.
// With a rate, both execute that many operations per second, and the table compares their service times.
int? threads = args is ["--client-threads", var count, ..] ? int.Parse(count, CultureInfo.InvariantCulture) : null;
args = threads is null ? args : args[2..];
string what = args.Length > 0 ? args[0] : string.Empty;
int rounds = Argument(1, 5);
int rows = Argument(2, 10_000);
int seconds = Argument(3, 10);
int? rate = args.Length > 4 ? Argument(4, 0) : null;
if (what is not ("pgbench" or "ycsb-pg" or "ycsb-cassandra" or "ycsb-mongo"))
{
    Console.Error.WriteLine("pgbench, ycsb-pg, ycsb-cassandra or ycsb-mongo");
    return 2;
}

if (what != "pgbench" && Environment.GetEnvironmentVariable(GoYcsb.Variable) is not { Length: > 0 })
{
    Console.Error.WriteLine($"{GoYcsb.Variable} must name the program go-ycsb (1.0.1 or later).");
    return 2;
}

using IPeer peer = what switch
{
    "pgbench" => new PgBench(),
    "ycsb-pg" => new GoYcsb(new PostgresRows()),
    "ycsb-cassandra" => new GoYcsb(new CassandraRows()),
    _ => new GoYcsb(new MongoRows()),
};
Comparison.Run(peer, rounds, rows, seconds, rate, threads);
return 0;

int Argument(int index, int otherwise) => args.Length > index ? int.Parse(args[index], CultureInfo.InvariantCulture) : otherwise;
