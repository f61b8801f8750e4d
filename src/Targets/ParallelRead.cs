using System.Runtime.ExceptionServices;

namespace DbIngest.Targets;

/// <summary>Reads the parts of a table, several at a time, on threads of their own.</summary>
internal static class ParallelRead
{
    /// <summary>Parts that are read at a time.</summary>
    public static int Threads => Math.Max(2, Environment.ProcessorCount);

    /// <summary>Reads all parts.</summary>
    /// <param name="parts">How many.</param>
    /// <param name="read">Reads one.</param>
    /// <param name="cancellation">Ends the reading early: <paramref name="read"/> looks at it too.</param>
    /// <exception cref="OperationCanceledException">The reading was ended early.</exception>
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

    /// <summary>Reads all parts, where a thread has something of its own for all that it reads: a connection, buffers.</summary>
    /// <typeparam name="TPart">What says which part it is.</typeparam>
    /// <param name="parts">The parts.</param>
    /// <param name="read">What a thread does: it reads each part that it is given, one after another as it asks for them.</param>
    /// <param name="cancellation">Ends the reading early: <paramref name="read"/> looks at it too.</param>
    /// <exception cref="OperationCanceledException">The reading was ended early.</exception>
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
