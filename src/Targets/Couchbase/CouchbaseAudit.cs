using DbIngest.Abstractions.Audit;
using DbIngest.Targets.Couchbase.Cluster;
using DbIngest.Wire;

namespace DbIngest.Targets.Couchbase;

/// <summary>
/// Reads every record back by its key, on several threads, and then counts all other keys, which no source wrote. Neither
/// needs an index. <see cref="CouchbaseTarget"/> calls it once the cluster has settled. A range of records that fails is asked
/// for again without the records that were answered before, since the audit would count those twice. A walk through all keys
/// that fails begins again. Changes nothing. Where the server cannot list keys, nothing looks for records that no source wrote.
/// </summary>
internal sealed class CouchbaseAudit(CouchbaseCluster cluster, CouchbaseTable table, KeyWalk? walk)
{
    /// <summary>Records of one source that a thread asks for at a time.</summary>
    private const int PartRecords = 20_000;
    private const int Attempts = 5;

    /// <summary>Reads all records.</summary>
    /// <param name="content">Receives the records.</param>
    /// <param name="cancellation">Cancels the reading.</param>
    /// <exception cref="WireException">A range of records, or the list of keys, could not be read in five attempts.</exception>
    public void Run(StoredContent content, CancellationToken cancellation)
    {
        Read(content, cancellation);
        if (walk is not null)
        {
            // Source -1 makes the audit count these rows as foreign.
            long foreign = 0;
            Repeat(() => foreign = walk.CountForeign(cluster, table, content.Extents, cancellation), cancellation);
            if (foreign > 0)
            {
                content.AddHashed(source: -1, 0, foreign, 0);
            }
        }
    }

    private void Read(StoredContent content, CancellationToken cancellation) => ParallelRead.Run(
        Parts(content.Extents, cancellation),
        parts =>
        {
            using var partition = content.OpenPartition();
            using var pipeline = new KvPipeline(cluster, table.Window);
            using var interruption = cancellation.Register(pipeline.Interrupt);
            var get = new RecordGet(table, (_, record) =>
            {
                // A document that is no record is not counted, so the audit finds its record missing.
                if (record is not null)
                {
                    partition.Add(record.Source, record.Sequence, record.Timestamp, record.Quality, record.Values);
                }
            });
            foreach (var (source, first, count) in parts)
            {
                get.Begin(source, first, count);
                Repeat(() => pipeline.Run(get), cancellation);
            }
        },
        cancellation);

    private void Repeat(Action read, CancellationToken cancellation)
    {
        for (int failures = 1; ; failures++)
        {
            cancellation.ThrowIfCancellationRequested();
            try
            {
                read();
                return;
            }
            catch (WireException exception) when (failures < Attempts && CouchbaseErrors.IsTransient(exception))
            {
                if (!cancellation.WaitHandle.WaitOne(TimeSpan.FromSeconds(failures)))
                {
                    cluster.LookAround();
                }
            }
        }
    }

    private static List<(int Source, long First, int Count)> Parts(
        IReadOnlyList<SourceExtent> extents, CancellationToken cancellation)
    {
        var parts = new List<(int, long, int)>();
        for (int source = 0; source < extents.Count; source++)
        {
            for (long first = 0; first < extents[source].Records; first += PartRecords)
            {
                cancellation.ThrowIfCancellationRequested();
                parts.Add((source, first, (int)Math.Min(PartRecords, extents[source].Records - first)));
            }
        }

        return parts;
    }
}
