using System.Runtime.ExceptionServices;

namespace DbIngest.Targets;

/// <summary>
/// Reads the parts of a table on several threads at once. Only audits call it, such as <c>PostgresAudit</c> and
/// <c>MongoAudit</c>, never ingestion. After the first failure no thread begins another part, and the failure is rethrown to the
/// caller. Each thread needs its own connection and its own partition of the content.
/// </summary>
internal static class ParallelRead
{
    /// <summary>Number of threads: one per core, at least 2.</summary>
    public static int Threads => Math.Max(2, Environment.ProcessorCount);

    /// <summary>Reads all parts.</summary>
    /// <param name="parts">Number of parts.</param>
    /// <param name="read">Reads the part with an index from 0. Called by several threads at once.</param>
    /// <param name="cancellation">Cancels the reading. <paramref name="read"/> must check it too.</param>
    /// <exception cref="OperationCanceledException">The reading was cancelled.</exception>
    public static void Run(int parts, Action<int> read, CancellationToken cancellation) => Run(
        [.. Enumerable.Range(0, parts)],
        own =>
        {
            foreach (int part in own)
            {
                read(part);
            }
        },
        cancellation);

    /// <summary>Reads all parts, with state per thread such as a connection or buffers.</summary>
    /// <typeparam name="TPart">Identifies a part.</typeparam>
    /// <param name="parts">The parts.</param>
    /// <param name="read">Runs once per thread and reads each part of the sequence that it enumerates.</param>
    /// <param name="cancellation">Cancels the reading. <paramref name="read"/> must check it too.</param>
    /// <exception cref="OperationCanceledException">The reading was cancelled.</exception>
    public static void Run<TPart>(IReadOnlyList<TPart> parts, Action<IEnumerable<TPart>> read, CancellationToken cancellation)
    {
        cancellation.ThrowIfCancellationRequested();
        int next = -1;
        Exception? failure = null;
        IEnumerable<TPart> Own()
        {
            while (Volatile.Read(ref failure) is null && Interlocked.Increment(ref next) is var part && part < parts.Count)
            {
                yield return parts[part];
            }
        }

        var readers = Enumerable.Range(0, Math.Min(Threads, parts.Count)).Select(_ => new Thread(() =>
        {
            try
            {
                read(Own());
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
        if (failure is { } cause)
        {
            ExceptionDispatchInfo.Throw(cause);
        }
    }
}
