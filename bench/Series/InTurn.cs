using System.Diagnostics;
using System.Globalization;
using DbIngest.Abstractions.Audit;
using DbIngest.Abstractions.Targets;

namespace DbIngest.Bench.Series;

/// <summary>
/// Compares the product's client with a peer on one private server, each first in every other round, and counts the rows after
/// every turn. The program of this bench calls it. It reports missing rows and goes on.
/// </summary>
internal static class InTurn
{
    /// <summary>Runs all rounds and prints figures and ratios.</summary>
    /// <param name="peer">The peer; disposed.</param>
    /// <param name="rounds">Rounds that count, after one warm-up round.</param>
    /// <param name="records">Records a source.</param>
    /// <param name="kills">True to kill the server as soon as the writing ends, before the rows are counted.</param>
    public static void Run(IPeer peer, int rounds, int records, bool kills = false)
    {
        using var scope = peer;
        peer.Make(records);
        using var target = peer.Database.Open(
            new TargetOptions
            {
                WorkFolder = Path.Combine(Path.GetTempPath(), "dbingest-bench"),
                Endpoint = peer.Endpoint,
                Say = Console.WriteLine
            });
        var ratios = new List<double>();
        var costs = new List<double>();
        for (int round = -1; round < rounds; round++)
        {
            var ours = default(Timing);
            var theirs = default(Timing);
            for (int turn = 0; turn < 2; turn++)
            {
                bool isOurs = (turn + round) % 2 == 0;
                var written = target;
                if (isOurs)
                {
                    target.Prepare(Rows.Table(records));
                    ours = Timed(() => Ours.Write(target, records), records);
                }
                else
                {
                    written = peer.Prepared(target, Rows.Table(records));
                    theirs = Timed(() => peer.Load(written), records);
                }

                if (kills)
                {
                    foreach (int id in target.ServerProcesses())
                    {
                        using var server = Process.GetProcessById(id);
                        server.Kill();
                        server.WaitForExit();
                    }
                }

                Check(isOurs ? "ours" : peer.Name, written, isOurs ? null : peer.Count(written), records);
            }

            string cost = peer.IsInThisProcess
                ? string.Create(CultureInfo.InvariantCulture,
                    $"   client CPU a record: ours {ours.CpuUs:F2} us, {peer.Name} {theirs.CpuUs:F2} us, ratio "
                    + $"{ours.CpuUs / theirs.CpuUs:F3}")
                : string.Empty;
            Console.WriteLine(string.Create(
                CultureInfo.InvariantCulture,
                $"{Turns.Name(round),-12} ours {ours.Rate,9:N0} records/s   {peer.Name} {theirs.Rate,9:N0} records/s   ratio "
                + $"{ours.Rate / theirs.Rate:F2}{cost}"));
            if (round >= 0)
            {
                ratios.Add(ours.Rate / theirs.Rate);
                costs.Add(ours.CpuUs / theirs.CpuUs);
            }
        }

        Console.WriteLine(string.Create(
            CultureInfo.InvariantCulture,
            $"ours / {peer.Name}: "
            + $"{Summary(ratios)}{(peer.IsInThisProcess ? $"; client CPU {Summary(costs)}" : string.Empty)}; "
            + $"{target.Describe().ServerVersion}"));
        target.Clean();
    }

    private static string Summary(List<double> ratios) => string.Create(CultureInfo.InvariantCulture,
        $"median {Median.Of(ratios):F3} ({ratios.Min():F3} to {ratios.Max():F3})");

    private static Timing Timed(Action load, int records)
    {
        var before = Environment.CpuUsage.TotalTime;
        long started = Stopwatch.GetTimestamp();
        load();
        double seconds = Stopwatch.GetElapsedTime(started).TotalSeconds;
        double all = (double)Rows.Sources * records;
        return new(all / seconds, (Environment.CpuUsage.TotalTime - before).TotalMicroseconds / all);
    }

    /// <summary>Counts the rows after background work has ended, and prints a line if some are missing.</summary>
    private static void Check(string who, ITarget target, long? counted, int records)
    {
        long there = counted ?? Count(target, records);
        long missing = ((long)Rows.Sources * records) - there;
        if (missing != 0)
        {
            Console.WriteLine(
                string.Create(CultureInfo.InvariantCulture, $"{who}: {there:N0} rows are there, {missing:N0} are missing"));
        }
    }

    private static long Count(ITarget target, int records)
    {
        target.Settle(CancellationToken.None);
        var content = new CountedContent(records);
        target.Audit(content, CancellationToken.None);
        return content.Rows;
    }

    /// <summary>Content of an audit that only counts rows.</summary>
    private sealed class CountedContent(int records)
        : StoredContent(Series.Rows.Workload.Schema.ValueCount, records,
        [.. Enumerable.Repeat<IReadOnlyList<SequenceRange>>([], Series.Rows.Sources)])
    {
        private long _rows;

        public long Rows => Interlocked.Read(ref _rows);

        public override StoredPartition OpenPartition() => new Partition(this);

        private sealed class Partition(CountedContent whole) : StoredPartition(whole)
        {
            public override void Add(int source, long sequence, long timestamp, uint quality, ReadOnlySpan<double> values) =>
                Interlocked.Increment(ref whole._rows);
        }
    }

    /// <summary>Records per second, and processor time of this process per record.</summary>
    private readonly record struct Timing(double Rate, double CpuUs);
}
