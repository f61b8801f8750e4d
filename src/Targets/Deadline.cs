namespace DbIngest.Targets;

/// <summary>
/// Limits calls into a driver whose timeouts a server can defeat, because they restart with every byte or notice that arrives.
/// <c>DriverCalls</c> runs the opening of connections and the work of verbs through it. A late call goes on in a background
/// thread, which ends with the process. Never called on the timed path, where the pipeline watches <c>--request-timeout</c>.
/// </summary>
internal static class Deadline
{
    /// <summary>Time that a busy machine may add.</summary>
    private static readonly TimeSpan Allowance = TimeSpan.FromSeconds(10);

    /// <summary>Limit for a verb of a few requests in sequence: three requests and 10 s.</summary>
    /// <param name="requestTimeout">Timeout of one request.</param>
    public static TimeSpan OfVerb(TimeSpan requestTimeout) => (3 * requestTimeout) + Allowance;

    /// <summary>Runs work on another thread and waits for it.</summary>
    /// <typeparam name="T">The type of the result.</typeparam>
    /// <param name="limit">Longest duration, or longest duration without progress.</param>
    /// <param name="work">The work. It must do no harm when it is left behind.</param>
    /// <param name="tooLate">Creates the exception for late work.</param>
    /// <param name="unwanted">Disposes the result of work that ends late. Null if there is nothing to dispose.</param>
    /// <param name="progress">
    /// Returns a growing count, such as rows read. The limit restarts whenever it has grown by <paramref name="least"/>. Null if
    /// the limit applies to the whole work.
    /// </param>
    /// <param name="least">Growth of the progress that restarts the limit.</param>
    /// <returns>The result of the work.</returns>
    public static T Run<T>(TimeSpan limit, Func<T> work, Func<Exception> tooLate, Action<T>? unwanted = null,
        Func<long>? progress = null, long least = 1)
    {
        var done = new TaskCompletionSource<T>(TaskCreationOptions.RunContinuationsAsynchronously);
        new Thread(() =>
        {
            try
            {
                done.SetResult(work());
            }
            catch (Exception exception)
            {
                done.SetException(exception);
            }
        })
        { IsBackground = true, Name = "deadline" }.Start();

        long seen = progress?.Invoke() ?? 0;
        while (!((IAsyncResult)done.Task).AsyncWaitHandle.WaitOne(limit))
        {
            if (progress is null || progress() - seen < least)
            {
                // Observes the exception of the late work, or disposes its result.
                _ = done.Task.ContinueWith(
                    late =>
                    {
                        if (late.Exception is null)
                        {
                            unwanted?.Invoke(late.Result);
                        }
                    },
                    TaskScheduler.Default);
                throw tooLate();
            }

            seen = progress();
        }

        return done.Task.GetAwaiter().GetResult();
    }
}
