namespace DbIngest.Bench;

/// <summary>
/// Runs several clients at once, for the benches that compare with peers: threads, or programs that threads wait for.
/// </summary>
internal static class AtOnce
{
    /// <summary>Starts each client on a separate thread and waits until all have ended.</summary>
    /// <param name="clients">Number of clients.</param>
    /// <param name="run">Runs the client of an index, from 0.</param>
    /// <exception cref="AggregateException">A client has failed.</exception>
    public static void Run(int clients, Action<int> run)
    {
        Task[] running = [.. Enumerable.Range(0, clients).Select(client => Task.Factory.StartNew(
            () => run(client), CancellationToken.None, TaskCreationOptions.LongRunning, TaskScheduler.Default))];
        Task.WaitAll(running);
    }
}
