using DbIngest.Core.Audit;
using DbIngest.Targets.Cassandra.Writing;
using DbIngest.Wire;
using DbIngest.Wire.Cql;
using DbIngest.Wire.Cql.Errors;
using DbIngest.Wire.Cql.Frames;
using DbIngest.Wire.Cql.Results;

namespace DbIngest.Targets.Cassandra;

/// <summary>Reads the whole table back: ranges of tokens, several at a time, each from a replica that has it.</summary>
internal sealed class CassandraAudit(Cluster cluster, CassandraTable table, WriteShape shape)
{
    private const int PageRows = 5000;
    private const int SmallestPageRows = 50;
    private const int RangesPerThread = 4;
    private const int Attempts = 5;

    private Cluster Cluster => cluster;

    private CassandraTable Table => table;

    private WriteShape Shape => shape;

    /// <summary>Reads everything.</summary>
    /// <param name="content">Receives the rows.</param>
    /// <param name="consistency">The consistency level of the reads.</param>
    /// <param name="cancellation">Ends the reading early.</param>
    /// <exception cref="WireException">A range could not be read.</exception>
    public void Run(StoredContent content, CqlConsistency consistency, CancellationToken cancellation)
    {
        cancellation.ThrowIfCancellationRequested();
        int threads = Math.Max(2, Environment.ProcessorCount);
        var ranges = Split(cluster.Ring.Tokens, threads * RangesPerThread);
        int next = -1;
        Exception? failure = null;
        var readers = Enumerable.Range(0, Math.Min(threads, ranges.Count)).Select(_ => new Thread(() =>
        {
            try
            {
                using var partition = content.OpenPartition();
                using var reader = new RangeReader(this, partition, consistency, cancellation);
                for (int i = Interlocked.Increment(ref next); i < ranges.Count && Volatile.Read(ref failure) is null; i = Interlocked.Increment(ref next))
                {
                    reader.Read(ranges[i]);
                }
            }
            catch (Exception exception)
            {
                Interlocked.CompareExchange(ref failure, exception, null);
            }
        })
        { IsBackground = true, Name = "audit" }).ToList();
        readers.ForEach(r => r.Start());
        readers.ForEach(r => r.Join());
        if (failure is { } cause)
        {
            System.Runtime.ExceptionServices.ExceptionDispatchInfo.Throw(cause);
        }
    }

    /// <summary>Cuts the ring at its nodes' tokens, and each piece further until there are enough: (above, up to and including).</summary>
    internal static List<TokenRange> Split(IReadOnlyList<long> tokens, int wanted)
    {
        long[] ends = [.. tokens.Where(t => t != long.MinValue && t != long.MaxValue).Distinct().Append(long.MaxValue)];
        var ranges = new List<TokenRange>();
        long above = long.MinValue;
        int perPiece = Math.Max(1, wanted / ends.Length);
        foreach (long end in ends)
        {
            ulong step = (ulong)(end - above) / (ulong)perPiece;
            for (int part = 1; part <= perPiece; part++)
            {
                long upTo = part == perPiece ? end : (long)((ulong)above + step);
                if (upTo > above)
                {
                    ranges.Add(new TokenRange(above, upTo));
                    above = upTo;
                }
            }
        }

        return ranges;
    }

    internal readonly record struct TokenRange(long Above, long UpTo);

    /// <summary>One thread's connections and buffers.</summary>
    private sealed class RangeReader(CassandraAudit audit, StoredPartition partition, CqlConsistency consistency, CancellationToken cancellation)
        : IDisposable
    {
        private readonly PreparedConnections<ClusterNode, CqlConnection, CqlPrepared> _connections = new(
            audit.Cluster.Open, connection => connection.Prepare(audit.Table.Scan));

        private readonly double[] _values = new double[audit.Table.Schema.ValueCount];

        public void Read(TokenRange range)
        {
            byte[] pagingState = [];
            int pageRows = PageRows;
            int failures = 0;
            do
            {
                cancellation.ThrowIfCancellationRequested();
                try
                {
                    pagingState = ReadPage(range, pageRows, pagingState);
                    failures = 0;
                }
                catch (WireException exception) when (++failures < Attempts && MayPass(exception))
                {
                    // Rows count only when their page came whole; a slow server is asked for less at a time.
                    Forget(exception);
                    pageRows = Math.Max(SmallestPageRows, pageRows / 4);
                    cancellation.WaitHandle.WaitOne(TimeSpan.FromSeconds(failures));
                }
            }
            while (pagingState.Length > 0);
        }

        public void Dispose() => _connections.Dispose();

        private static bool MayPass(WireException exception) => exception is ConnectionLostException or CqlServerException
        {
            Code: CqlErrorCode.ReadTimeout or CqlErrorCode.ReadFailure or CqlErrorCode.Overloaded or CqlErrorCode.ServerError or CqlErrorCode.Unprepared
                or CqlErrorCode.IsBootstrapping,
        };

        private void Forget(WireException exception)
        {
            if (exception is ConnectionLostException or CqlUnpreparedException)
            {
                _connections.Dispose();
            }
        }

        private byte[] ReadPage(TokenRange range, int pageRows, byte[] pagingState)
        {
            var (connection, scan) = _connections.To(audit.Cluster.Route(range.UpTo, audit.Shape.Replication));
            var page = connection.QueryPage(scan, consistency, pageRows, pagingState, range.Above, range.UpTo);
            var rows = page.Rows;
            for (int row = 0; row < page.RowCount; row++)
            {
                var stored = StoredRow.Take(ref rows, _values);
                partition.Add(stored.Source, stored.Sequence, stored.Timestamp, stored.Quality, _values);
            }

            return page.PagingState;
        }
    }
}
