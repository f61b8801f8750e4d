using System.Runtime.ExceptionServices;

namespace DbIngest.Clusters.Providers;

/// <summary>
/// Does the same for every node in parallel, on up to 16 threads. <c>ProcessProvider</c>, <c>ProcessUp</c> and
/// <see cref="ClusterCheck"/> use it, since they mostly wait for other machines. It returns only when every node is done. The
/// work must be thread-safe.
/// </summary>
internal static class EveryNode
{
    private const int MostAtOnce = 16;

    /// <summary>
    /// Computes one value per node. A failure does not stop the other nodes. At the end the failure of the node with the lowest
    /// index is thrown.
    /// </summary>
    /// <typeparam name="T">The type of the values.</typeparam>
    /// <param name="nodes">How many nodes there are, at least 0.</param>
    /// <param name="work">Computes the value of a node, by its index from 0.</param>
    /// <returns>The values in the order of the nodes.</returns>
    public static T[] Select<T>(int nodes, Func<int, T> work)
    {
        var found = new T[nodes];
        var failures = new ExceptionDispatchInfo?[nodes];
        int next = -1;

        // Not the thread pool: it adds threads slowly while all of its threads are blocked.
        Thread[] threads = [.. Enumerable.Range(0, Math.Min(nodes, MostAtOnce))
            .Select(_ => new Thread(Work) { IsBackground = true, Name = "nodes" })];
        Array.ForEach(threads, thread => thread.Start());
        Array.ForEach(threads, thread => thread.Join());
        failures.FirstOrDefault(failure => failure is not null)?.Throw();
        return found;

        void Work()
        {
            for (int i; (i = Interlocked.Increment(ref next)) < nodes;)
            {
                try
                {
                    found[i] = work(i);
                }
                catch (Exception exception)
                {
                    failures[i] = ExceptionDispatchInfo.Capture(exception);
                }
            }
        }
    }

    /// <summary>Does something with each node.</summary>
    /// <param name="nodes">How many nodes there are, at least 0.</param>
    /// <param name="work">Is called with the index of each node from 0.</param>
    public static void Do(int nodes, Action<int> work) => Select(nodes, i =>
    {
        work(i);
        return true;
    });
}
