using System.Diagnostics;
using System.Globalization;
using DbIngest.Bench;
using DbIngest.Bench.Http;

// dotnet run -c Release --project bench/Http -- [--http2] [--client-threads N] [URL|null] [rounds] [connections] [seconds]
//     [body file] [content type]
// Compares generators of HTTP requests in turn. With null, another process of this program answers them by Kestrel, without any
// service behind. Generators that are not installed are left out.
bool isHttp2 = args is ["--http2", ..];
args = isHttp2 ? args[1..] : args;
int? threads = args is ["--client-threads", var count, ..] ? int.Parse(count, CultureInfo.InvariantCulture) : null;
args = threads is null ? args : args[2..];
if (args is [NullServer.Word])
{
    await NullServer.ServeAsync(isHttp2);
    return 0;
}

string where = args.Length > 0 ? args[0] : "null";
int rounds = args.Length > 1 ? int.Parse(args[1], CultureInfo.InvariantCulture) : 9;
int connections = args.Length > 2 ? int.Parse(args[2], CultureInfo.InvariantCulture) : 16;
int seconds = args.Length > 3 ? int.Parse(args[3], CultureInfo.InvariantCulture) : 3;
string? body = args.Length > 4 ? Path.GetFullPath(args[4]) : null;
string type = args.Length > 5 ? args[5] : "application/vnd.dbingest.batch";
using var server = where == "null" ? Process.Start(new ProcessStartInfo(
    Environment.ProcessPath!, isHttp2 ? ["--http2", NullServer.Word] : [NullServer.Word])
{
    UseShellExecute = false,
    RedirectStandardInput = true,
    RedirectStandardOutput = true,
}) : null;
try
{
    var url = new Uri(server?.StandardOutput.ReadLine() ?? where);
    var load = new Load(url, body, type, connections, seconds, isHttp2, threads);
    (string Name, Func<Load, Rate> Run)[] generators =
    [
        ("dbingest", OwnLoad.Run),
        .. (isHttp2 ? new (string Name, Func<Load, Rate> Run)[] { ("h2load", PeerLoad.H2load) }
            : [("wrk", PeerLoad.Wrk), ("hey", PeerLoad.Hey)])
            .Where(peer => Environment.GetEnvironmentVariable("PATH")!.Split(':').Any(folder =>
                File.Exists(Path.Combine(folder, peer.Name)))),
    ];
    var figures = Turns.Run(rounds, generators.Length, which => generators[which].Run(load), ended: (round, rates) =>
        Console.WriteLine(string.Join("   ", rates.Select((rate, i) => string.Create(CultureInfo.InvariantCulture,
            $"{generators[i].Name} {rate.RequestsPerS:N0}/s {rate.CpuUs:F1} us")).Prepend($"{Turns.Name(round),-12}"))));
    for (int peer = 1; peer < generators.Length; peer++)
    {
        var pairs = figures[0].Zip(figures[peer]).ToList();
        Console.WriteLine(string.Create(CultureInfo.InvariantCulture,
            $"{connections} connections, medians of {rounds} rounds: requests/s dbingest / {generators[peer].Name} "
            + $"{Median.Of(pairs.Select(pair => pair.First.RequestsPerS / pair.Second.RequestsPerS)):F2}, CPU a request "
            + $"{Median.Of(pairs.Select(pair => pair.First.CpuUs / pair.Second.CpuUs)):F2}"));
    }
}
finally
{
    server?.StandardInput.Close();
    server?.WaitForExit(5000);
}

return 0;
