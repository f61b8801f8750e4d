using System.Runtime.ExceptionServices;

namespace DbIngest.Targets.Http;

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
    public static void Run(int parts, Action<int> read, CancellationToken cancellation)
    {
        cancellation.ThrowIfCancellationRequested();
        int next = -1;
        Exception? failure = null;
        var readers = Enumerable.Range(0, Math.Min(Threads, parts)).Select(_ => new Thread(() =>
        {
            try
            {
                for (int part = Interlocked.Increment(ref next); part < parts && Volatile.Read(ref failure) is null; part = Interlocked.Increment(ref next))
                {
                    read(part);
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
        if (failure is { } cause)
        {
            ExceptionDispatchInfo.Throw(cause);
        }
    }
}
