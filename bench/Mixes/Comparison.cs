using System.Globalization;
using DbIngest.Abstractions.Targets;

namespace DbIngest.Bench.Mixes;

/// <summary>
/// Runs the product's trials and a peer's runs in turn on one server, and prints a table. The program of this bench calls it. A
/// peer's CPU time includes its start and its connections, on client and server, and the product's does not: with PostgreSQL
/// about 0.3 s of the server's, so short runs favour the product.
/// </summary>
internal static class Comparison
{
    // The server's counters include an ended session only once the server has noticed its end.
    private static readonly TimeSpan SessionsEnd = TimeSpan.FromSeconds(0.3);

    private static readonly int[] ReadShares = [100, 50, 0];

    /// <summary>Runs all mixes and prints a table of medians, and of ratios with their range.</summary>
    /// <param name="peer">The other tool.</param>
    /// <param name="rounds">Rounds that count, after the peer's warm-up rounds.</param>
    /// <param name="rows">Number of rows in the table.</param>
    /// <param name="seconds">Duration of a run in seconds.</param>
    /// <param name="rate">Operations per second of both; null for no limit.</param>
    /// <param name="threads">Threads that serve the product's clients; null for one per client.</param>
    public static void Run(IPeer peer, int rounds, int rows, int seconds, int? rate, int? threads)
    {
        using var target = peer.Database.Open(new TargetOptions
        {
            WorkFolder = Path.Combine(Path.GetTempPath(), "dbingest-bench"),
            Endpoint = peer.Endpoint,
            Say = Console.WriteLine,
        });
        string pace = rate is null ? string.Empty : string.Create(CultureInfo.InvariantCulture, $" at {rate:N0}/s");
        Say($"load {File.ReadAllText("/proc/loadavg").Trim()}, {Environment.ProcessorCount} processors");
        Say($"{rows:N0} rows of {Work.Values} values, {Work.Clients} clients, keys={peer.Keys}");
        Say($"{rounds} rounds of {seconds} s{pace}, our threads {threads?.ToString(CultureInfo.InvariantCulture) ?? "one a client"}");
        using var ours = new Ours();
        List<string> table =
        [
            "| reads | who | operations/s | client CPU us | server CPU us | cores busy | read p50, p95, p99 us | update |",
            "|---|---|---|---|---|---|---|---|",
        ];
        foreach (int share in ReadShares)
        {
            var work = new Work(rows, seconds, rate, share, threads);
            var figures = Turns.Run(
                rounds,
                2,
                which => which == 0 ? ours.Run(target, peer.Database, work, peer.Keys) : Theirs(peer, target, work),
                peer.WarmUps,
                ended: (round, pair) => Say(
                    $"{share} % reads, {Turns.Name(round),-12} ours {Text(pair[0])}   {peer.Name} {Text(pair[1])}"));
            table.AddRange(Lines(share, peer.Name, figures[0], figures[1]));
        }

        Console.WriteLine();
        table.ForEach(Console.WriteLine);
        Console.WriteLine(target.Describe().ServerVersion);
        target.Clean();
    }

    private static Figures Theirs(IPeer peer, ITarget target, Work work)
    {
        peer.Load(target, work);
        Thread.Sleep(SessionsEnd);
        var readers = target.OpenReaders();
        double client = EndedProcesses.CpuS;
        var run = peer.Run(target, work);
        client = EndedProcesses.CpuS - client;
        Thread.Sleep(SessionsEnd);
        double server = readers.Sum(reader => reader.Read()?.CpuS ?? double.NaN);
        foreach (var reader in readers.OfType<IDisposable>())
        {
            reader.Dispose();
        }

        return new Figures(run.PerS, client * 1e6 / run.Operations, server * 1e6 / run.Operations, run.Read, run.Update);
    }

    private static IEnumerable<string> Lines(int share, string name, IReadOnlyList<Figures> ours, IReadOnlyList<Figures> theirs)
    {
        yield return Line("DbIngest", ours);
        yield return Line(name, theirs);
        yield return $"| | ratio | {Ratio(f => f.PerS)} | {Ratio(f => f.ClientUs)} | {Ratio(f => f.ServerUs)} | "
            + $"| {Times(f => f.Read)} | {Times(f => f.Update)} |";

        string Line(string who, IReadOnlyList<Figures> all)
        {
            double perS = Of(all, f => f.PerS);
            double cpu = Of(all, f => f.ClientUs + f.ServerUs);
            return string.Create(CultureInfo.InvariantCulture,
                $"| {share} % | {who} | {perS:N0} | {Of(all, f => f.ClientUs):F1} | {Of(all, f => f.ServerUs):F1} | "
                + $"{perS * cpu / 1e6:F2} | {Each(all, f => f.Read)} | {Each(all, f => f.Update)} |");
        }

        string Ratio(Func<Figures, double> figure)
        {
            double[] ratios = [.. ours.Zip(theirs, (a, b) => figure(a) / figure(b)).Order()];
            return string.Create(CultureInfo.InvariantCulture,
                $"{Median.Of(ratios):F2} ({ratios[0]:F2} to {ratios[^1]:F2})");
        }

        string Times(Func<Figures, Percentiles?> kind) => ours.Concat(theirs).Any(f => kind(f) is null)
            ? string.Empty
            : $"{Ratio(f => kind(f)!.P50)}, {Ratio(f => kind(f)!.P95)}, {Ratio(f => kind(f)!.P99)}";
    }

    private static double Of(IReadOnlyList<Figures> all, Func<Figures, double> figure) => Median.Of(all.Select(figure));

    private static string Each(IReadOnlyList<Figures> all, Func<Figures, Percentiles?> kind) => all.Any(f => kind(f) is null)
        ? string.Empty
        : string.Create(CultureInfo.InvariantCulture,
            $"{Of(all, f => kind(f)!.P50):N0}, {Of(all, f => kind(f)!.P95):N0}, {Of(all, f => kind(f)!.P99):N0}");

    private static string Text(Figures figures) => string.Create(CultureInfo.InvariantCulture,
        $"{figures.PerS,7:N0}/s, client {figures.ClientUs:F1} us, server {figures.ServerUs:F1} us");

    private static void Say(FormattableString text) => Console.WriteLine(text.ToString(CultureInfo.InvariantCulture));
}
