using System.Buffers.Binary;
using System.Collections.Concurrent;
using DbIngest.Abstractions.Audit;
using DbIngest.Targets.Cassandra.Writing;
using DbIngest.Wire;
using DbIngest.Wire.Cql;
using DbIngest.Wire.Cql.Errors;
using DbIngest.Wire.Cql.Frames;
using DbIngest.Wire.Cql.Results;

namespace DbIngest.Targets.Cassandra;

/// <summary>
/// Reads the stored rows for the audit: all of them, or only those of the sources that one process wrote
/// (<see cref="StoredContent.Share"/>). Several threads read ranges of tokens, each range from a replica.
/// <see cref="CassandraTarget"/> runs it once the nodes have settled. A page that fails is read again, up to four times and in
/// smaller pages, and none of its rows may have been passed on before. Changes nothing.
/// </summary>
internal sealed class CassandraAudit(CassandraCluster cluster, CassandraTable table, WriteShape shape)
{
    private const int PageRows = 5000;
    private const int SmallestPageRows = 50;
    private const int RangesPerThread = 4;
    private const int Attempts = 5;

    private CassandraCluster Cluster => cluster;

    private WriteShape Shape => shape;

    private delegate void TakeRows(ref CqlReader rows, int count);

    /// <summary>Reads all rows, or the partitions of a share of the sources. A partition has rows of one source.</summary>
    /// <param name="content">Receives the rows.</param>
    /// <param name="consistency">The consistency level of the reads.</param>
    /// <param name="cancellation">Cancels the reading.</param>
    /// <exception cref="WireException">A range could not be read.</exception>
    public void Run(StoredContent content, CqlConsistency consistency, CancellationToken cancellation)
    {
        cancellation.ThrowIfCancellationRequested();
        var ranges = Split(cluster.Ring.Tokens, ParallelRead.Threads * RangesPerThread)
            .ConvertAll(range => new Piece(range.UpTo, [range.Above, range.UpTo]));

        // A partition of a series has few rows, so reading the others' costs less than a request for each.
        var (statement, pieces) = content.Share.IsAll || table.Schema.HasSeries
            ? (table.Scan, ranges)
            : (table.Read, Partitions(content.Share, ranges, consistency, cancellation));
        ParallelRead.Run(pieces, own =>
        {
            using var partition = content.OpenPartition();
            using var reader = new PageReader(this, statement, consistency, cancellation);
            double[] values = new double[table.Schema.ValueCount];
            TakeRows add = (ref CqlReader rows, int count) =>
            {
                for (int row = 0; row < count; row++)
                {
                    var stored = StoredRow.Take(ref rows, values);
                    if (content.Share.IsAll || content.Share.Contains(stored.Source))
                    {
                        partition.Add(stored.Source, stored.Sequence, stored.Timestamp, stored.Quality, values);
                    }
                }
            };
            foreach (var piece in own)
            {
                reader.Read(piece, add);
            }
        }, cancellation);
    }

    /// <summary>
    /// Lists the partitions of a share, including those that no source wrote. Reads the keys of all partitions for it, but not
    /// their rows.
    /// </summary>
    private List<Piece> Partitions(SourceShare share, List<Piece> ranges, CqlConsistency consistency,
        CancellationToken cancellation)
    {
        var found = new ConcurrentBag<Piece>();
        ParallelRead.Run(ranges, own =>
        {
            using var reader = new PageReader(this, table.Partitions, consistency, cancellation);
            TakeRows take = (ref CqlReader rows, int count) =>
            {
                for (int row = 0; row < count; row++)
                {
                    int source = BinaryPrimitives.ReadInt32BigEndian(rows.Bytes(out _));
                    int bucket = BinaryPrimitives.ReadInt32BigEndian(rows.Bytes(out _));
                    if (share.Contains(source))
                    {
                        found.Add(new Piece(CassandraTable.TokenOf(source, bucket),
                            [source, bucket, long.MinValue, long.MaxValue]));
                    }
                }
            };
            foreach (var piece in own)
            {
                reader.Read(piece, take);
            }
        }, cancellation);
        return [.. found];
    }

    /// <summary>
    /// Splits the ring at its nodes' tokens, and each piece further until there are enough. A range excludes its first token and
    /// includes its last.
    /// </summary>
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

    /// <summary>A range of tokens or a partition, which one thread reads page by page.</summary>
    /// <param name="Token">A token of the piece, whose replicas answer the requests.</param>
    /// <param name="Values">Parameters of the statement.</param>
    private sealed record Piece(long Token, long[] Values);

    /// <summary>Reads pages for one thread, over its own connections.</summary>
    private sealed class PageReader(CassandraAudit audit, string statement, CqlConsistency consistency,
        CancellationToken cancellation)
        : IDisposable
    {
        private readonly PreparedConnections<CassandraClusterNode, CqlConnection, CqlPrepared> _connections = new(
            node => audit.Cluster.Open(node, cancellation), connection => connection.Prepare(statement));

        public void Read(Piece piece, TakeRows take)
        {
            byte[] pagingState = [];
            int pageRows = PageRows;
            int failures = 0;
            do
            {
                cancellation.ThrowIfCancellationRequested();
                try
                {
                    pagingState = ReadPage(piece, pageRows, pagingState, take);
                    failures = 0;
                }
                catch (WireException exception) when (++failures < Attempts && MayPass(exception))
                {
                    // A page that did not arrive whole passed on no rows. It is read again, from a slow server in parts.
                    Forget(exception);
                    pageRows = Math.Max(SmallestPageRows, pageRows / 4);
                    cancellation.WaitHandle.WaitOne(TimeSpan.FromSeconds(failures));
                }
            }
            while (pagingState.Length > 0);
        }

        public void Dispose() => _connections.Dispose();

        private static bool MayPass(WireException exception) => CassandraErrors.IsOfNode(exception)
            || exception is CqlServerException
            {
                Code: CqlErrorCode.ReadTimeout or CqlErrorCode.ReadFailure or CqlErrorCode.Overloaded or CqlErrorCode.ServerError
                    or CqlErrorCode.Unprepared or CqlErrorCode.IsBootstrapping,
            };

        private void Forget(WireException exception)
        {
            if (exception is ConnectionLostException or CqlUnpreparedException)
            {
                _connections.Dispose();
            }
        }

        private byte[] ReadPage(Piece piece, int pageRows, byte[] pagingState, TakeRows take)
        {
            var (connection, prepared) = _connections.To(audit.Cluster.Route(piece.Token, audit.Shape.Replication));
            var page = connection.QueryPage(prepared, consistency, pageRows, pagingState, piece.Values);
            var rows = page.Rows;
            take(ref rows, page.RowCount);
            return page.PagingState;
        }
    }
}
