using System.Globalization;
using DbIngest.Bench.SqlServer;

// Compares the wire client, SqlBulkCopy over the product's reader, and others. They write into the endpoint of the tests as
// a sink: a separate process that parses rows and acknowledges them. So the bench compares what clients cost, not a server.
// Arguments, all optional: records, batch, rounds, and one word: binary leaves out the clients that write text, packets compares
// packet sizes instead, and settings other options of the endpoint. First run: dotnet build -c Release tests/Tds.Endpoint
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
