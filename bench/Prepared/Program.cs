using System.Globalization;
using DbIngest.Bench;
using DbIngest.Bench.Prepared;

// dotnet run -c Release --project bench/Prepared -- [protocol...] [rounds] [batches] [records per batch]
// For the named protocols, or all: client CPU per record of the product's writer, and of a plain socket that sends the same
// bytes, encoded beforehand. For sqlserver, first run: dotnet build -c Release tests/Tds.Endpoint
CultureInfo.CurrentCulture = CultureInfo.InvariantCulture;
int[] numbers = [.. args.Where(a => char.IsAsciiDigit(a[0])).Select(a => int.Parse(a, CultureInfo.InvariantCulture))];
if (args is [SinkProcess.Word, ..] && numbers is [var commands, var clients, var prepared])
{
    RelayServer.Serve(commands, clients, prepared);
}

string[] names = [.. args.Where(a => !char.IsAsciiDigit(a[0]))];
var chosen = Protocols.All.Where(p => names.Length == 0 || names.Contains(p.Name)).ToList();
if (names.FirstOrDefault(name => Protocols.All.All(p => p.Name != name)) is { } unknown)
{
    Console.Error.WriteLine($"{unknown} is none of {string.Join(", ", Protocols.All.Select(p => p.Name))}");
    return 2;
}

int rounds = numbers.Length > 0 ? numbers[0] : 5;
int batches = numbers.Length > 1 ? numbers[1] : 200;
int size = numbers.Length > 2 ? numbers[2] : 10_000;
Console.WriteLine("| protocol | bytes a record | ours, us | prepared, us | ours / prepared |");
Console.WriteLine("| --- | --- | --- | --- | --- |");
foreach (var protocol in chosen)
{
    var distance = Contest.Run(protocol, rounds, batches, size);
    Console.WriteLine(
        $"| {protocol.Title} | {distance.Bytes} | {distance.OursUs:F3} | {distance.PreparedUs:F3} | "
        + $"{Median.Of(distance.Ratios):F2} ({distance.Ratios.Min():F2} to {distance.Ratios.Max():F2}) |");
}

return 0;
