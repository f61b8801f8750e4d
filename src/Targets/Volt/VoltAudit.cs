using DbIngest.Abstractions.Audit;
using DbIngest.Wire.Volt;

namespace DbIngest.Targets.Volt;

/// <summary>
/// Reads all stored records for the audit, source by source in ranges of sequence numbers, because an answer of the server ends
/// at 50 MiB. <see cref="VoltTarget"/> calls it once the server has settled. It asks the server which sources and sequence
/// numbers exist, so that it also finds rows that no source of the trial wrote. Changes nothing.
/// </summary>
internal static class VoltAudit
{
    /// <summary>Bytes per answer, well below the server's limit: records may be stored more than once.</summary>
    private const int PageBytes = 16 * 1024 * 1024;

    /// <summary>Rows between two checks for cancellation.</summary>
    private const int RowsBetweenLooks = 4096;

    /// <summary>The least BIGINT. The number below it is VoltDB's NULL.</summary>
    private const long LeastSequence = long.MinValue + 1;

    /// <summary>Reads all records of the audit's share of the sources.</summary>
    /// <param name="connection">A session, which a cancellation cuts.</param>
    /// <param name="records">The table.</param>
    /// <param name="audit">Receives the records.</param>
    /// <param name="cancellation">Cancels the reading.</param>
    public static void Run(VoltConnection connection, VoltRecords records, StoredContent audit, CancellationToken cancellation)
    {
        using var part = audit.OpenPartition();
        double[] values = new double[records.Schema.ValueCount];
        var request = new VoltRequest();
        int page = Math.Max(1, PageBytes / records.RowBytes);
        foreach (int source in Sources(connection, records).Where(audit.Share.Contains))
        {
            for (long first = LeastSequence; ;)
            {
                var next = connection.Call(request.Clear().Begin(records.Next, 2).Integer(source).BigInt(first).End()).Table();
                if (!next.TryRead(out var least))
                {
                    break;
                }

                first = least.Int64();
                if (first < LeastSequence)
                {
                    // NULL: the source has no further row.
                    break;
                }

                long last = first > long.MaxValue - page ? long.MaxValue : first + page - 1;
                var rows = connection.Call(VoltCalls.Range(request.Clear(), records.Scan, source, first, last)).Table();
                for (int i = 0; rows.TryRead(out var row); i++)
                {
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

    private static List<int> Sources(VoltConnection connection, VoltRecords records) =>
        [.. connection.Call("@AdHoc", records.Sources).Table().All().Select(row => (int)(long)row["source"]!)];
}
