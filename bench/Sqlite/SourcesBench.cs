using System.Diagnostics;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Catalogue;

namespace DbIngest.Bench.Sqlite;

/// <summary>
/// Measures the product's target with sources on separate threads, which share one connection or have one each. The bench
/// commands <c>sources</c> and <c>import</c> run it.
/// </summary>
internal static class SourcesBench
{
    public static double RecordsPerS(string folder, string contract, int sources, int batchSize, int records,
        bool sharedConnection)
    {
        var options = new TargetOptions { WorkFolder = folder, Durability = contract };
        var definition = TargetCatalog.Find("sqlite");
        var table = new TrialTable(Rows.Schema, sources, records);
        using var target = definition.Open(options);
        target.Prepare(table);
        var attached = new List<ITarget>();
        for (int source = 0; source < sources && !sharedConnection; source++)
        {
            attached.Add(definition.Open(options with { Endpoint = target.AttachEndpoint }));
            attached[source].Attach(table);
        }

        using var start = new Barrier(sources + 1);
        var threads = Enumerable.Range(0, sources)
            .Select(source => new Thread(() =>
            {
                var batch = Rows.Batch(source, batchSize);
                using var writer = (sharedConnection ? target : attached[source]).OpenWriter(source);
                start.SignalAndWait();
                for (long done = 0; done < records; done += batch.Count)
                {
                    // Only the sequence changes, so that generating is not measured.
                    batch.Reset(source, done, (int)Math.Min(batchSize, records - done));
                    writer.Write(batch);
                }
            }))
            .ToList();
        threads.ForEach(thread => thread.Start());
        start.SignalAndWait();
        long started = Stopwatch.GetTimestamp();
        threads.ForEach(thread => thread.Join());
        double elapsed = Stopwatch.GetElapsedTime(started).TotalSeconds;
        attached.ForEach(other => other.Dispose());
        return (long)sources * records / elapsed;
    }
}
