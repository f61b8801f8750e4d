using DbIngest.Abstractions.Audit;
using DbIngest.Wire.Volt;

namespace DbIngest.Targets.Volt;

/// <summary>
/// Reads all stored records for the audit, source by source in ranges of sequence numbers, because an answer of the server ends
/// at 50 MiB. <see cref="VoltTarget"/> calls it once the server has settled. It asks the server which sources and sequence
/// numbers exist, so that it also finds rows that no source of the trial wrote. It asks for a longer time limit of queries, and
/// goes on without if the server refuses. Changes nothing.
/// </summary>
internal sealed class VoltAudit
{
    /// <summary>Bytes per answer, well below the server's limit: records may be stored more than once.</summary>
    private const int PageBytes = 16 * 1024 * 1024;

    /// <summary>Rows between two checks for cancellation.</summary>
    private const int RowsBetweenLooks = 4096;

    /// <summary>The least BIGINT. The number below it is VoltDB's NULL.</summary>
    private const long LeastSequence = long.MinValue + 1;

    // Words of the server's refusal (VoltDB 10, InvocationDispatcher).
    private const string LimitRefused = "individual query timeout";

    private readonly VoltRequest _request = new();
    private readonly VoltConnection _connection;
    private readonly VoltTrialTable _records;
    private int? _limitMs;

    private VoltAudit(VoltConnection connection, VoltTrialTable records, TimeSpan timeout)
    {
        _connection = connection;
        _records = records;
        _limitMs = (int)timeout.TotalMilliseconds;
    }

    /// <summary>Reads all records of the audit's share of the sources.</summary>
    /// <param name="connection">A session, which a cancellation cuts.</param>
    /// <param name="records">The table.</param>
    /// <param name="timeout">
    /// Timeout of the session's requests. Queries get it too: a table without a key is read whole for each page, and a large one
    /// takes longer than the server's limit of 10 s.
    /// </param>
    /// <param name="audit">Receives the records.</param>
    /// <param name="cancellation">Cancels the reading.</param>
    public static void Run(
        VoltConnection connection, VoltTrialTable records, TimeSpan timeout, StoredContent audit,
        CancellationToken cancellation) =>
        new VoltAudit(connection, records, timeout).Run(audit, cancellation);

    private void Run(StoredContent audit, CancellationToken cancellation)
    {
        using var part = audit.OpenPartition();
        double[] values = new double[_records.Schema.ValueCount];
        int page = Math.Max(1, PageBytes / _records.RowBytes);
        foreach (int source in Sources().Where(audit.Share.Contains))
        {
            // Most pages follow the one before, so that the next sequence number is asked for where a page is empty only.
            long first = LeastSequence;
            bool wasEmpty = true;
            while (!wasEmpty || TryNext(source, ref first))
            {
                long last = first > long.MaxValue - page ? long.MaxValue : first + page - 1;
                var rows = Ask(limit => VoltCalls.Range(_request.Clear(), _records.Scan, source, first, last, limit));
                wasEmpty = true;
                for (int i = 0; rows.TryRead(out var row); i++)
                {
                    wasEmpty = false;
                    if (i % RowsBetweenLooks == 0)
                    {
                        cancellation.ThrowIfCancellationRequested();
                    }

                    var (owner, sequence, timestamp, quality) = VoltRow.Read(ref row, values);
                    part.Add(owner, sequence, timestamp, quality, values);
                }

                if (last == long.MaxValue)
                {
                    break;
                }

                first = last + 1;
            }
        }
    }

    /// <summary>Moves to the least stored sequence number from <paramref name="first"/> on. False if there is none.</summary>
    private bool TryNext(int source, ref long first)
    {
        long from = first;
        var next = Ask(limit =>
            _request.Clear().Begin(_records.Next, 2, limitMs: limit).Integer(source).BigInt(from).End());
        if (!next.TryRead(out var least))
        {
            return false;
        }

        // NULL, below the least number, says that the source has no further row.
        first = least.Int64();
        return first >= LeastSequence;
    }

    private VoltTable Ask(Func<int?, VoltRequest> request)
    {
        try
        {
            return _connection.Call(request(_limitMs)).Table();
        }
        catch (VoltServerException e) when (_limitMs is not null && e.Message.Contains(LimitRefused, StringComparison.Ordinal))
        {
            // Only an administrator may ask for more than the server's limit.
            _limitMs = null;
            return _connection.Call(request(null)).Table();
        }
    }

    private List<int> Sources() =>
        [.. _connection.Call("@AdHoc", _records.Sources).Table().All().Select(row => (int)(long)row["source"]!)];
}
