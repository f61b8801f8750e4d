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
        var figures = Turns.Run(rounds, 2, Turn, ended: (round, pair) =>
        {
            var (theirs, ours) = (pair[0], pair[1]);
            string cost = peer.IsInThisProcess
                ? string.Create(CultureInfo.InvariantCulture,
                    $"   client CPU a record: ours {ours.Us:F2} us, {peer.Name} {theirs.Us:F2} us, ratio "
                    + $"{ours.Us / theirs.Us:F3}")
                : string.Empty;
            Console.WriteLine(string.Create(
                CultureInfo.InvariantCulture,
                $"{Turns.Name(round),-12} ours {ours.PerS,9:N0} records/s   {peer.Name} {theirs.PerS,9:N0} records/s   ratio "
                + $"{ours.PerS / theirs.PerS:F2}{cost}"));
        });
        Console.WriteLine(string.Create(
            CultureInfo.InvariantCulture,
            $"ours / {peer.Name}: {Summary(figure => figure.PerS)}"
            + $"{(peer.IsInThisProcess ? $"; client CPU {Summary(figure => figure.Us)}" : string.Empty)}; "
            + $"{target.Describe().ServerVersion}"));
        target.Clean();

        // The peer has index 0, the product 1.
        PairFigure Turn(int index)
        {
            ITarget written;
            PairFigure figure;
            if (index == 1)
            {
                written = target;
                target.Prepare(Rows.Table(records));
                figure = Timed(() => Ours.Write(target, records), records);
            }
            else
            {
                written = peer.Prepared(target, Rows.Table(records));
                figure = Timed(() => peer.Load(written), records);
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

            Check(index == 1 ? "ours" : peer.Name, written, index == 1 ? null : peer.Count(written), records);
            return figure;
        }

        string Summary(Func<PairFigure, double> figure)
        {
            double[] ratios = [.. figures[1].Zip(figures[0], (ours, theirs) => figure(ours) / figure(theirs))];
            return string.Create(CultureInfo.InvariantCulture,
                $"median {Median.Of(ratios):F3} ({ratios.Min():F3} to {ratios.Max():F3})");
        }
    }

    private static PairFigure Timed(Action load, int records) =>
        PairFigure.Of(WriteCost.OfThisProcess(load), (double)Rows.Sources * records);

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
}
