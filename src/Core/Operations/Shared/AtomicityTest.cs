namespace DbIngest.Core.Operations.Shared;

/// <summary>
/// Tests whether the operations on one record have an order that explains every answer and in which no operation precedes one
/// that ended before it began: whether the record behaved as an atomic register. <see cref="SharedVerdict"/> calls it for each
/// watched record, if the database promises this. It must never accuse an atomic record.
/// </summary>
/// <remarks>
/// <para>
/// P. B. Gibbons and E. Korach, "Testing shared memories", SIAM Journal on Computing 26(4), 1997: where every write writes
/// another value, the test takes O(n log n). The operations on a value (its write and the reads of it) form a cluster. Its zone
/// lies between the first end and the last start of its operations. It is forward where the first end comes first, backward
/// otherwise. The operations are atomic if and only if no read ended before its write began, no two forward zones overlap and no
/// backward zone lies within a forward one.
/// </para>
/// <para>
/// A write that was tried again may have taken effect twice, with another write between. So its cluster is left out. The
/// remaining operations of an atomic record still pass: a read of another value saw the last effect before it, and stays the
/// last one when effects are taken away. A write that was given up never ends, and counts only if it was read.
/// </para>
/// </remarks>
internal static class AtomicityTest
{
    /// <summary>Tests the operations on one record.</summary>
    /// <param name="operations">The operations, in any order. Times of other hosts are widened by their clock's error.</param>
    /// <param name="horizon">
    /// Leaves out operations that began at this time or later, because a full log may lack some of them.
    /// <see cref="long.MaxValue"/> if no log was full.
    /// </param>
    /// <returns>What contradicts an atomic register, in words. Null if the record may have been one.</returns>
    public static string? Find(IReadOnlyCollection<WatchedOperation> operations, long horizon)
    {
        var clusters = new Dictionary<int, Cluster>
        {
            // The loaded content was written before everything.
            [0] = new Cluster { WriteStart = long.MinValue, FirstEnd = long.MinValue, LastStart = long.MinValue },
        };
        foreach (var write in operations.Where(operation => operation.IsWrite && operation.Start < horizon))
        {
            clusters[write.Version] = new Cluster
            {
                WriteStart = write.Start,
                FirstEnd = write.End,
                LastStart = write.Start,
                IsLeftOut = write.IsRepeated,
            };
        }

        foreach (var read in operations.Where(operation => !operation.IsWrite && operation.Start < horizon))
        {
            if (!clusters.TryGetValue(read.Version, out var cluster))
            {
                if (horizon == long.MaxValue)
                {
                    return Say($"a read saw version {read.Version}, which no lane has written");
                }

                continue;
            }

            if (read.End < cluster.WriteStart)
            {
                return Say($"a read ended {cluster.WriteStart - read.End} ticks before the write began whose version {read.Version} it saw");
            }

            cluster.FirstEnd = Math.Min(cluster.FirstEnd, read.End);
            cluster.LastStart = Math.Max(cluster.LastStart, read.Start);
        }

        return Compare([.. clusters.Where(c => !c.Value.IsLeftOut && c.Value.FirstEnd != long.MaxValue)
            .Select(c => (c.Key, c.Value))]);
    }

    private static string? Compare(List<(int Version, Cluster Cluster)> clusters)
    {
        var forward = clusters.Where(c => c.Cluster.FirstEnd < c.Cluster.LastStart).OrderBy(c => c.Cluster.FirstEnd).ToList();
        for (int i = 1; i < forward.Count; i++)
        {
            if (forward[i].Cluster.FirstEnd < forward[i - 1].Cluster.LastStart)
            {
                return Say($"versions {forward[i - 1].Version} and {forward[i].Version} were each seen after the other");
            }
        }

        // Forward zones do not overlap here, so that only the last one that begins before a zone can hold it.
        long[] begins = [.. forward.Select(c => c.Cluster.FirstEnd)];
        foreach (var (version, zone) in clusters.Where(c => c.Cluster.FirstEnd >= c.Cluster.LastStart))
        {
            int at = Array.BinarySearch(begins, zone.LastStart);
            at = at >= 0 ? at - 1 : ~at - 1;
            if (at >= 0 && zone.FirstEnd < forward[at].Cluster.LastStart)
            {
                return Say($"version {forward[at].Version} was seen after version {version} had replaced it");
            }
        }

        return null;
    }

    private static string Say(FormattableString text) => FormattableString.Invariant(text);

    private sealed class Cluster
    {
        public required long WriteStart { get; init; }

        public required long FirstEnd { get; set; }

        public required long LastStart { get; set; }

        public bool IsLeftOut { get; init; }
    }
}
