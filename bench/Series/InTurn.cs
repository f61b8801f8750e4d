using System.Diagnostics;
using System.Globalization;
using DbIngest.Core.Audit;
using DbIngest.Core.Pipeline;
using DbIngest.Core.Plan;
using DbIngest.Core.Targets;

namespace DbIngest.Bench.Series;

/// <summary>Our client and another way of writing, in turn, each first in its turn; then both tables are counted.</summary>
internal static class InTurn
{
    /// <summary>Runs.</summary>
    /// <param name="peer">The other.</param>
    /// <param name="rounds">Rounds that count; one before does not.</param>
    /// <param name="records">Records a source.</param>
    /// <param name="kills">Whether the server is killed as soon as the writing ends, and started again.</param>
    public static void Run(IPeer peer, int rounds, int records, bool kills = false)
    {
        using var scope = peer;
        peer.Make(records);
        using var target = peer.Database.Open(new TargetOptions { WorkFolder = Path.Combine(Path.GetTempPath(), "dbingest-bench"), Endpoint = peer.Endpoint, Say = Console.WriteLine });
        var ratios = new List<double>();
        for (int round = -1; round < rounds; round++)
        {
            double ours = 0;
            double theirs = 0;
            for (int turn = 0; turn < 2; turn++)
            {
                target.Prepare(Rows.Table(records));
                if ((turn + round) % 2 == 0)
                {
                    ours = Timed(() => Write(target, records), records);
                }
                else
                {
                    theirs = Timed(() => peer.Load(target), records);
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

                Check((turn + round) % 2 == 0 ? "ours" : peer.Name, target, records);
            }

            Console.WriteLine(string.Create(
                CultureInfo.InvariantCulture,
                $"{(round < 0 ? "not counted" : $"round {round + 1}"),-12} ours {ours,9:N0} records/s   {peer.Name} {theirs,9:N0} records/s   ratio {ours / theirs:F2}"));
            if (round >= 0)
            {
                ratios.Add(ours / theirs);
            }
        }

        ratios.Sort();
        Console.WriteLine(string.Create(
            CultureInfo.InvariantCulture, $"ours / {peer.Name}: median {ratios[ratios.Count / 2]:F2} ({ratios[0]:F2} to {ratios[^1]:F2}); {target.Describe().ServerVersion}"));
        target.Clean();
    }

    private static double Timed(Action load, int records)
    {
        long started = Stopwatch.GetTimestamp();
        load();
        return (double)Rows.Sources * records / Stopwatch.GetElapsedTime(started).TotalSeconds;
    }

    /// <summary>Through the product's pipeline: generating is in it.</summary>
    private static void Write(ITarget target, int records)
    {
        if (!SourceLayout.TryParse(Rows.Sources.ToString(CultureInfo.InvariantCulture), out var layout))
        {
            throw new InvalidOperationException("The sources are no layout.");
        }

        using var run = new IngestPipeline().Open(
            new IngestRequest { Layout = layout, RecordsPerSource = records, Batch = Rows.Batch, InFlight = 1, Retry = RetryOptions.Default }, target, Rows.Workload, CancellationToken.None);
        run.Start();
        if (run.Wait().Error is { } error)
        {
            throw new InvalidOperationException(error);
        }
    }

    /// <summary>Counts what is there when nothing is done in the background any more.</summary>
    private static void Check(string who, ITarget target, int records)
    {
        target.Settle(CancellationToken.None);
        var content = new CountedContent(records);
        target.Audit(content, CancellationToken.None);
        long missing = ((long)Rows.Sources * records) - content.Rows;
        if (missing != 0)
        {
            Console.WriteLine(string.Create(CultureInfo.InvariantCulture, $"{who}: {content.Rows:N0} rows are there, {missing:N0} are missing"));
        }
    }

    /// <summary>Only counts.</summary>
    private sealed class CountedContent(int records) : StoredContent(Series.Rows.Workload.Schema.ValueCount, records, [.. Enumerable.Repeat<IReadOnlyList<SequenceRange>>([], Series.Rows.Sources)])
    {
        private long _rows;

        public long Rows => Interlocked.Read(ref _rows);

        public override StoredPartition OpenPartition() => new Partition(this);

        private sealed class Partition(CountedContent whole) : StoredPartition(whole)
        {
            public override void Add(int source, long sequence, long timestamp, uint quality, ReadOnlySpan<double> values) => Interlocked.Increment(ref whole._rows);
        }
    }
}
