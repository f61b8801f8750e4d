namespace DbIngest.Core.Pipeline;

/// <summary>
/// Starts the threads of lanes and probes. <see cref="LocalIngestRun"/> and <see cref="ProbeRun{TOutcome}"/> call it before the
/// common start. If the system gives no more threads (<c>ulimit -u</c>, a container's limit), the work learns of it on the
/// calling thread, because it must still report to the barrier at which the other threads wait.
/// </summary>
internal static class BackgroundThread
{
    /// <summary>Starts a thread. It does not keep the program from ending.</summary>
    /// <param name="name">Its name.</param>
    /// <param name="work">
    /// Runs on the thread with null. If there is no thread, it runs on the calling thread with the reason and must end at once.
    /// </param>
    /// <param name="start">Starts a thread. Null for <see cref="Thread.Start()"/>.</param>
    public static void Start(string name, Action<OutOfMemoryException?> work, Action<Thread>? start = null)
    {
        var thread = new Thread(() => work(null)) { IsBackground = true, Name = name };
        try
        {
            if (start is null)
            {
                thread.Start();
            }
            else
            {
                start(thread);
            }
        }
        catch (OutOfMemoryException lack)
        {
            work(lack);
        }
    }
}
