using System.Globalization;
using DbIngest.Bench.MySql;

// dotnet run -c Release --project bench/MySql -- [rounds] [records per source] [records per batch]
// Compares the product's ways into MariaDB, its own client, and MySqlConnector by blocking and asynchronous calls: in turn, the
// same rows into one private server. It needs MariaDB's server and client (mariadb).
int rounds = args.Length > 0 ? int.Parse(args[0], CultureInfo.InvariantCulture) : 5;
int records = args.Length > 1 ? int.Parse(args[1], CultureInfo.InvariantCulture) : 50_000;
int batch = args.Length > 2 ? int.Parse(args[2], CultureInfo.InvariantCulture) : 2000;
using var contest = new Contest(records, batch);
contest.Run(rounds);
