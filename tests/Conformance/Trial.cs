using DbIngest.Abstractions.Audit;
using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;
using DbIngest.Core.Audit;
using DbIngest.Core.Results;
using DbIngest.Core.Sources;
using DbIngest.Core.Trials;

namespace DbIngest.Conformance;

/// <summary>The few steps of a trial that the conformance tests are made of.</summary>
internal static class Trial
{
    public static TrialTable Table(IWorkload workload, int sources, long records) => new(workload.Schema, sources, records);

    /// <summary>Writes all records of a table, each source on a thread of its own.</summary>
    public static void WriteAll(ITarget target, IWorkload workload, TrialTable table, int batch) =>
        Write(target, workload, Enumerable.Range(0, table.Sources), new SequenceRange(0, table.RecordsPerSource), batch);

    public static void Write(ITarget target, IWorkload workload, IEnumerable<int> sources, SequenceRange range, int batch)
    {
        var failures = new System.Collections.Concurrent.ConcurrentQueue<Exception>();
        var threads = sources.Select(source => new Thread(() =>
        {
            try
            {
                WriteSource(target, workload, source, range, batch);
            }
            catch (Exception e)
            {
                failures.Enqueue(e);
            }
        })).ToList();
        threads.ForEach(thread => thread.Start());
        threads.ForEach(thread => thread.Join());
        failures.ShouldBeEmpty();
    }

    public static AuditResult Audit(ITarget target, IWorkload workload, TrialTable table,
        CancellationToken cancellation = default)
    {
        target.Settle(cancellation);
        return AuditUnsettled(target, workload, table, cancellation);
    }

    public static AuditResult AuditUnsettled(
        ITarget target, IWorkload workload, TrialTable table, CancellationToken cancellation = default) =>
        Auditor.Run(
            target, new ExpectedContent(workload), table, [.. Enumerable.Repeat<IReadOnlyList<SequenceRange>>([], table.Sources)],
                cancellation);

    /// <summary>Audits each share of the sources by itself, as the processes that wrote them do.</summary>
    public static IReadOnlyList<AuditResult> AuditShares(ITarget target, IWorkload workload, TrialTable table,
        IReadOnlyList<int> shares)
    {
        var expected = new ExpectedContent(workload);
        var extents = Enumerable.Repeat(new SourceExtent(table.RecordsPerSource, []), table.Sources).ToList();
        return [.. SourceShare.Of(shares)
            .Select(share => Auditor.Run(target, expected, table.Schema.ValueCount, extents, CancellationToken.None, share))];
    }

    /// <summary>A batch of the workload.</summary>
    public static RecordBatch Batch(IWorkload workload, int source, long first, int count)
    {
        var batch = new RecordBatch(workload.Schema, count);
        using var records = workload.Open(source);
        records.Fill(batch, first, count);
        return batch;
    }

    private static void WriteSource(ITarget target, IWorkload workload, int source, SequenceRange range, int size)
    {
        using var records = workload.Open(source);
        using var writer = target.OpenWriter(source);
        var batch = new RecordBatch(workload.Schema, size);
        for (long done = 0; done < range.Count; done += batch.Count)
        {
            records.Fill(batch, range.First + done, (int)Math.Min(size, range.Count - done));
            writer.Write(batch);
        }
    }
}
