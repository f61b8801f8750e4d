#if OFFICIAL_DRIVERS
using System.Globalization;
using DbIngest.Bench.Cassandra.Runs;
using DbIngest.Drivers.Cassandra;

namespace DbIngest.Bench.Cassandra;

/// <summary>
/// Compares the wire client with the vendor's driver, for the bench command <c>clients</c>: in turn on one node, 8 sources each,
/// the same rows into the same table. Where both have equally many requests in flight, the bench prints whether the wire client
/// meets its goals, and a missed goal fails nothing. Only builds with the vendors' drivers have the command.
/// </summary>
internal static class ClientsBench
{
    private static readonly Contender[] Batches =
    [
        new("wire, 1 in flight a source", "wire", "rows=200&window=1", 8, 200),
        new("driver, 1 in flight a source", "driver", "rows=200&window=1", 8, 200),
        new("wire, 2 in flight", "wire", "rows=200&window=2", 16, 1000),
        new("driver, 2 in flight", "driver", "rows=200&window=2", 16, 1000),
        new("driver, 5 in flight", "driver", "rows=200&window=5", 40, 1000),
    ];

    private static readonly Contender[] Singles =
    [
        new("wire, 16 in flight a source", "wire", "shape=single&window=16", 128, 2000),
        new("wire, 128 in flight on 1 connection of all sources", "wire", "shape=single&window=128&connections=1", 128, 2000),
        new("driver, 16 in flight a source", "driver", "shape=single&window=16", 128, 2000),
        new("wire, 128 in flight a source", "wire", "shape=single&window=128", 1024, 2000),
        new("driver, 128 in flight a source", "driver", "shape=single&window=128", 1024, 2000),
        new("wire, 512 in flight a source", "wire", "shape=single&window=512", 4096, 2000),
        new("driver, 512 in flight a source", "driver", "shape=single&window=512", 4096, 2000),
    ];

    private sealed record Contender(string Name, string Client, string Options, int InFlight, int Batch);

    /// <summary>Runs both shapes, or one of them.</summary>
    /// <param name="rounds">Rounds that count.</param>
    /// <param name="records">Records per source in batches. Single rows get a quarter of it.</param>
    /// <param name="only"><c>batches</c>, <c>singles</c>, or empty for both.</param>
    public static void Run(int rounds, int records, string only)
    {
        using var keeper = Trials.Keeper();
        string place = keeper.AttachEndpoint.Split('?')[0];
        Say($"{Environment.ProcessorCount} processors for this process, {(System.Runtime.GCSettings.IsServerGC ? "server" : "workstation")} garbage collection, load {File.ReadAllText("/proc/loadavg").Trim()}");
        if (only is "" or "batches")
        {
            Compare("unlogged batches of 200 rows within a partition", Batches, place, rounds, records);
        }

        if (only is "" or "singles")
        {
            Compare("one EXECUTE a row", Singles, place, rounds, records / 4);
        }
    }

    private static void Compare(string title, Contender[] contenders, string place, int rounds, int records)
    {

        bool isFirst = true;

        // The server's compiler needs some hundred thousand rows of each kind before figures mean anything.
        var figures = Turns.Run(
            rounds,
            contenders.Length,
            i =>
            {
                using var target = new CassandraDriverDefinition().Open(
                    Trials.Options($"{place}?{contenders[i].Options}") with { Client = contenders[i].Client });
                if (isFirst)
                {
                    Say($"{target.Describe().ServerVersion}; {target.Describe().DriverVersion}");
                    isFirst = false;
                }

                return Trials.Run(target, records, contenders[i].Batch);
            },
            warmUps: 2);

        FigureTable.Write(
            [.. contenders.Select(c => c.Name)], figures,
                string.Create(CultureInfo.InvariantCulture,
                $"{title}: medians of {rounds} rounds in turn, {Trials.Sources} sources x {records} records; ratio to the "
                + $"first, round by round"));
        foreach (var (wire, driver) in
            from wire in Enumerable.Range(0, contenders.Length)
            from driver in Enumerable.Range(0, contenders.Length)
            where contenders[wire].Client == "wire" && contenders[driver].Client == "driver" && contenders[wire]
                .InFlight == contenders[driver].InFlight
            select (wire, driver))
        {
            Goals($"{contenders[wire].Name} (requests in all: {contenders[wire].InFlight})", figures[wire], figures[driver]);
        }

        Goals("best of each", Best("wire"), Best("driver"));

        IReadOnlyList<TrialFigures> Best(string client) => figures.Where((_, i) => contenders[i].Client == client)
            .MaxBy(f => FigureTable.Median(f, x => x.RecordsPerS))!;
    }

    /// <summary>Prints whether the wire client meets its goals, by ratios within rounds, since load changes.</summary>
    private static void Goals(string what, IReadOnlyList<TrialFigures> wire, IReadOnlyList<TrialFigures> driver)
    {
        double throughput = Ratio(wire, driver, f => f.RecordsPerS);
        double cpu = Ratio(driver, wire, f => f.ClientUsPerRecord);
        Say($"  {what}: throughput wire / driver {throughput:F2} (goal 1.3 on shared cores: {Word(throughput >= 1.3)}; 1.0 on cores of their own: {Word(throughput >= 1)}), client CPU driver / wire {cpu:F1} (goal 12: {Word(cpu >= 12)})");
    }

    private static double Ratio(IReadOnlyList<TrialFigures> over, IReadOnlyList<TrialFigures> under,
        Func<TrialFigures, double> value) =>
        FigureTable.Median(over.Zip(under, (a, b) => value(a) / value(b)), r => r);

    private static string Word(bool isMet) => isMet ? "met" : "not met";

    private static void Say(FormattableString text) => Console.WriteLine(text.ToString(CultureInfo.InvariantCulture));
}
#endif
