using System.Globalization;
using DbIngest.Bench.Sqlite;

// Measures the SQLite writer. First argument: `choices` (each choice behind the writer, one thread on the bare library),
// `sources` (8 sources under both contracts, one shared connection against one each) or `import` (against sqlite3's .import,
// one source and client, then eight). Then, optional: rounds, and the folder for the files, which decides the disk that is
// measured.
string what = args.Length > 0 ? args[0] : "sources";
int rounds = args.Length > 1 ? int.Parse(args[1], CultureInfo.InvariantCulture) : 7;
string parent = args.Length > 2 ? args[2] : Path.GetTempPath();
string folder = Directory.CreateDirectory(Path.Combine(parent, $"dbingest-bench-{Guid.NewGuid():N}")).FullName;
SQLitePCL.Batteries_V2.Init();
Console.WriteLine(
    $"SQLite {SQLitePCL.raw.sqlite3_libversion().utf8_to_string()}, {Environment.ProcessorCount} cores, {rounds} rounds");
try
{
    switch (what)
    {
        case "choices":
            Choices();
            return 0;
        case "sources":
            Sources();
            return 0;
        case "import":
            Import();
            return 0;
        default:
            Console.Error.WriteLine("choices, sources or import [rounds] [folder]");
            return 2;
    }
}
finally
{
    Directory.Delete(folder, recursive: true);
}

void Choices()
{
    const int Records = 400_000;
    const int Batch = 1000;
    var chosen = new ChoicesBench { RowsPerStatement = 50 };
    (string Name, ChoicesBench Choice)[] choices =
    [
        ("as chosen: direct calls, 50 rows a statement", chosen),
        ("1 row a statement", chosen with { RowsPerStatement = 1 }),
        ("10 rows", chosen with { RowsPerStatement = 10 }),
        ("250 rows", chosen with { RowsPerStatement = 250 }),
        ("1 row, calls through SQLitePCL.raw", chosen with { RowsPerStatement = 1, Direct = false }),
        ("connection with its mutex", chosen with { Mutex = true }),
        ("page_size 8192", chosen with { PageBytes = 8192 }),
        ("page_size 16384", chosen with { PageBytes = 16384 }),
        ("wal_autocheckpoint 10000", chosen with { CheckpointPages = 10_000 }),
        ("cache_size 16 MB", chosen with { Cache = -16_000 }),
        ("mmap_size 1 GB", chosen with { MmapBytes = 1_000_000_000 }),
    ];
    Rounds.Run(rounds, [.. choices.Select(c => (c.Name, (Func<double>)(() => c.Choice.RecordsPerS(folder, Batch, Records))))]);
}

void Sources()
{
    const int Total = 800_000;
    foreach (string contract in new[] { "full", "normal" })
    {
        foreach (int batch in new[] { 1000, 10_000 })
        {
            Rounds.Run(rounds, [.. new[] { true, false }.Select(shared => (
                $"{contract}, batch {batch}, 8 sources, {(shared ? "one connection" : "one connection each")}",
                (Func<double>)(() => SourcesBench.RecordsPerS(folder, contract, 8, batch, Total / 8, shared))))]);
        }
    }
}

void Import()
{
    const int Total = 320_000;
    foreach (int clients in new[] { 1, 8 })
    {
        string[] files = [.. Enumerable.Range(0, clients).Select(source => Path.Combine(folder, $"rows-{clients}-{source}.csv"))];
        for (int source = 0; source < clients; source++)
        {
            Rows.WriteCsv(files[source], source, Total / clients);
        }

        foreach (string contract in new[] { "full", "normal" })
        {
            Rounds.Run(rounds,
            [
                ($"{contract}, sqlite3 .import, clients: {clients}",
                    () => ImportBench.RecordsPerS(folder, contract, files, Total)),
                .. new[] { 1000, 10_000 }.Select(batch => (
                    $"{contract}, batch {batch}, sources: {clients}",
                    (Func<double>)(() =>
                        SourcesBench.RecordsPerS(folder, contract, clients, batch, Total / clients, sharedConnection: true)))),
            ]);
        }
    }
}
