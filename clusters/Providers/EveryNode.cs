using System.Runtime.ExceptionServices;

namespace DbIngest.Clusters.Providers;

/// <summary>Does the same with every node, several at once: most of it is waiting for machines that work by themselves.</summary>
internal static class EveryNode
{
    private const int MostAtOnce = 16;

    /// <summary>Does it. A node with which it fails keeps none of the others from it; the first failure is thrown in the end.</summary>
    /// <typeparam name="T">What it gives.</typeparam>
    /// <param name="nodes">How many nodes there are.</param>
    /// <param name="work">What is done with each, by its place.</param>
    /// <returns>What it gave, in the order of the nodes.</returns>
    public static T[] Select<T>(int nodes, Func<int, T> work)
    {
        var found = new T[nodes];
        var failures = new ExceptionDispatchInfo?[nodes];
        int next = -1;

        // Threads of its own: those of the pool come one by one when all of them wait.
        Thread[] threads = [.. Enumerable.Range(0, Math.Min(nodes, MostAtOnce)).Select(_ => new Thread(Work) { IsBackground = true, Name = "nodes" })];
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

    /// <summary>Does what gives nothing.</summary>
    /// <param name="nodes">How many nodes there are.</param>
    /// <param name="work">What is done with each, by its place.</param>
    public static void Do(int nodes, Action<int> work) => Select(nodes, i =>
    {
        work(i);
        return true;
    });
}
