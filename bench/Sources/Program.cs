using System.Globalization;
using DbIngest.Bench.Sources;

// What records cost before any database sees them. First argument: `fill` (generating and hashing batches of the synthetic
// meter), or `csv` (reading a text of 2,000,000 rows, against CsvHelper; replaying it). Then, optional: rounds, and the folder for
// the files. Times are processor time of the process, so that other work on the machine disturbs them little.
string what = args.Length > 0 ? args[0] : "fill";
int rounds = args.Length > 1 ? int.Parse(args[1], CultureInfo.InvariantCulture) : 9;
string folder = args.Length > 2 ? args[2] : Path.GetTempPath();
switch (what)
{
    case "fill":
        FillBench.Run(rounds);
        return 0;
    case "csv":
        CsvBench.Run(rounds, folder);
        return 0;
    default:
        Console.Error.WriteLine("fill or csv [rounds] [folder]");
        return 2;
}
