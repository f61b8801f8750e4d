using System.Globalization;
using DbIngest.Bench.SqlServer;

// The wire client, SqlBulkCopy over our reader, and what others do, into the endpoint of the tests as a sink: a process of its
// own that parses rows and acknowledges. What is compared is what a client costs; what a SQL Server would do with the rows is not
// seen. Arguments, all optional: records, batch, rounds, and the word binary to leave out those who write text, the word packets
// to compare packet sizes instead, or settings for other options of the endpoint. Before: dotnet build -c Release
// tests/Tds.Endpoint
CultureInfo.CurrentCulture = CultureInfo.InvariantCulture;
int records = Argument(0, 300_000);
int batch = Argument(1, 10_000);
int rounds = Argument(2, 5);

Console.WriteLine(
    $"{records} records of 9 values, batches of {batch}, {rounds} rounds after one that does not count, "
    + $"{Environment.ProcessorCount} cores, load {File.ReadAllText("/proc/loadavg").Split(' ')[0]} before");
string[] options = args.Contains("packets") ? ["packet=4096", "packet=8000", "packet=16383", "packet=32767"]
    : args.Contains("settings") ? ["batch=0", "batch=5000", "batch=1000", "lock=row", "streaming=true"] : [];
using var contest = new Contest(records, batch, options, args.Contains("binary"));
Console.WriteLine(contest.Run(rounds));
Console.WriteLine($"load {File.ReadAllText("/proc/loadavg").Split(' ')[0]} after");

int Argument(int index, int otherwise) => args.Length > index ? int.Parse(args[index], CultureInfo.InvariantCulture) : otherwise;
