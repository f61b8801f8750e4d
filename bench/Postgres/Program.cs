using System.Globalization;
using DbIngest.Bench.Postgres;

// Compares the PostgreSQL writer with psql's \copy and with the driver's own importer, in turn: same private server, table, rows
// and durability. Arguments, all optional: records per client, batch, rounds, durability, and the numbers of clients.
long records = Argument(0, 330_000);
int batch = (int)Argument(1, 10_000);
int rounds = (int)Argument(2, 9);
string durability = args.Length > 3 ? args[3] : "on";
int[] clients = args.Length > 4 ? [.. args.Skip(4).Select(a => int.Parse(a, CultureInfo.InvariantCulture))] : [1, 8];

Console.WriteLine(
    $"{records} records a client, batches of {batch}, synchronous_commit={durability}, {rounds} rounds after "
    + $"{Contest.WarmUpRounds} of warm-up, {Environment.ProcessorCount} cores");
foreach (int count in clients)
{
    using var contest = new Contest(count, records, batch, durability);
    Console.WriteLine(contest.Run(rounds));
}

long Argument(int index, long otherwise) => args.Length > index ? long.Parse(args[index], CultureInfo.InvariantCulture)
    : otherwise;
