using System.Globalization;
using DbIngest.Bench.Scale;

// Prints what 10, 100 and 1000 source processes, or PROCESSES, cost their parent: CPU, memory, threads and delays. A failed
// sweep ends the bench.
//
//   dotnet run -c Release --project bench/Scale -- PROGRAM [PROCESSES...] [--seconds S]
//
// PROGRAM is the built dbingest, the parent. By its option --launcher the parent starts PROCESSES relays (socat) to this process,
// spread over 50 "hosts". In this process, source processes run as threads, since so many runtimes would not fit into one
// machine.
int seconds = 20;
var counts = new List<int>();
for (int i = 1; i < args.Length; i++)
{
    if (args[i] == "--seconds" && i + 1 < args.Length)
    {
        seconds = int.Parse(args[++i], CultureInfo.InvariantCulture);
    }
    else
    {
        counts.Add(int.Parse(args[i], CultureInfo.InvariantCulture));
    }
}

if (args.Length == 0)
{
    Console.Error.WriteLine("PROGRAM [PROCESSES...] [--seconds S]");
    return 2;
}

Console.WriteLine(
    $"| processes | of parent: CPU s, start to end | CPU of a core while {seconds} s are ingested | peak MB | threads | "
    + $"starts within ms | clock +-ms | audit s | journal bytes a trial |");
Console.WriteLine("| ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |");
foreach (int count in counts.Count > 0 ? counts : [10, 100, 1000])
{
    Console.WriteLine(new Simulation(args[0], count, seconds).Run());
}

return 0;
