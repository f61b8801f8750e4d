using System.Globalization;
using DbIngest.Bench.Sources;

// Measures the cost of records before any database. First argument: `fill` (generating and hashing batches of the synthetic
// meter), `read` (reading files of every format, against other libraries), or `replay` (a recording from its copy). Then,
// optional: rounds, the folder for the files, and for `read` a text that an input's name must contain and a folder of Green
// Button files to read as well. Times are processor time of the process, so that other work on the machine disturbs them little.
string what = args.Length > 0 ? args[0] : "fill";
int rounds = args.Length > 1 ? int.Parse(args[1], CultureInfo.InvariantCulture) : 9;
string folder = args.Length > 2 ? args[2] : Path.GetTempPath();
switch (what)
{
    case "fill":
        FillBench.Run(rounds);
        return 0;
    case "read":
        ReadBench.Run(rounds, folder, args.Length > 3 ? args[3] : "", args.Length > 4 ? args[4] : null);
        return 0;
    case "replay":
        ReplayBench.Run(rounds, folder);
        return 0;
    default:
        Console.Error.WriteLine("fill, read or replay [rounds] [folder] [text] [recordings]");
        return 2;
}
