using System.Runtime.ExceptionServices;
using DbIngest.Abstractions.Audit;
using DbIngest.Targets.Couchbase.Cluster;
using DbIngest.Wire;

namespace DbIngest.Targets.Couchbase;

/// <summary>
/// Reads every record back by its key, which is known, several sources at a time, and then walks through all keys that there are:
/// no index is needed for either.
/// </summary>
internal sealed class CouchbaseAudit(CouchbaseCluster cluster, CouchbaseTable table, KeyWalk? walk)
{
    private const int PartRecords = 20_000;
    private const int Attempts = 5;

    /// <summary>Reads everything.</summary>
    /// <param name="content">Receives the records.</param>
    /// <param name="cancellation">Ends the reading early.</param>
    /// <exception cref="WireException">A part could not be read.</exception>
    public void Run(StoredContent content, CancellationToken cancellation)
    {
        cancellation.ThrowIfCancellationRequested();
        Read(content, cancellation);
        if (walk is not null)
        {
            // Rows of no source: that is how the content counts what no source ever had.
            long foreign = walk.CountForeign(cluster, table, content.Extents, cancellation);
            if (foreign > 0)
            {
                content.AddHashed(source: -1, 0, foreign, 0);
            }
        }
    }

    private void Read(StoredContent content, CancellationToken cancellation)
    {
        var parts = Parts(content.Extents);
        int next = -1;
        Exception? failure = null;
        var readers = Enumerable.Range(0, Math.Min(Math.Max(2, Environment.ProcessorCount), parts.Count))
            .Select(_ => new Thread(() =>
        {
            try
            {
                using var partition = content.OpenPartition();
                using var pipeline = new KvPipeline(cluster, table.Window);
                using var interruption = cancellation.Register(pipeline.Interrupt);
                var get = new RecordGet(table, (_, record) =>
                {
                    // A document that is no record is not counted: its own is then missing.
                    if (record is not null)
                    {
                        partition.Add(record.Source, record.Sequence, record.Timestamp, record.Quality, record.Values);
                    }
                });
                for (int i = Interlocked.Increment(ref next); i < parts.Count
                    && Volatile.Read(ref failure) is null; i = Interlocked.Increment(ref next))
                {
                    get.Begin(parts[i].Source, parts[i].First, parts[i].Count);
                    Run(pipeline, get, cancellation);
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
        cancellation.ThrowIfCancellationRequested();
        if (failure is not null)
        {
            ExceptionDispatchInfo.Throw(failure);
        }
    }

    private static void Run(KvPipeline pipeline, RecordGet get, CancellationToken cancellation)
    {
        for (int failures = 1; ; failures++)
        {
            cancellation.ThrowIfCancellationRequested();
            try
            {
                pipeline.Run(get);
                return;
            }
            catch (WireException exception) when (failures < Attempts && CouchbaseErrors.IsTransient(exception))
            {
                cancellation.WaitHandle.WaitOne(TimeSpan.FromSeconds(failures));
            }
        }
    }

    private static List<(int Source, long First, int Count)> Parts(IReadOnlyList<SourceExtent> extents)
    {
        var parts = new List<(int, long, int)>();
        for (int source = 0; source < extents.Count; source++)
        {
            for (long first = 0; first < extents[source].Records; first += PartRecords)
            {
                parts.Add((source, first, (int)Math.Min(PartRecords, extents[source].Records - first)));
            }
        }

        return parts;
    }
}
