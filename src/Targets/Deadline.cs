namespace DbIngest.Targets;

/// <summary>
/// Runs the calls of a driver whose own time-outs a server can put off for ever: they begin anew with each byte or notice that
/// arrives. A call that is late is left behind on a background thread, which ends with the process. Called by what opens a
/// driver's connections, for the opening and for each verb, never on the timed path: there <c>--request-timeout</c> is watched by
/// the pipeline.
/// </summary>
internal static class Deadline
{
    /// <summary>Time that a busy machine may take beside the server.</summary>
    private static readonly TimeSpan Allowance = TimeSpan.FromSeconds(10);

    /// <summary>How long a few requests, one after another, may take together.</summary>
    /// <param name="requestTimeout">How long one may take.</param>
    public static TimeSpan OfVerb(TimeSpan requestTimeout) => (3 * requestTimeout) + Allowance;

    /// <summary>Runs work.</summary>
    /// <typeparam name="T">What the work gives.</typeparam>
    /// <param name="limit">How long the work may take.</param>
    /// <param name="work">The work. Left behind, it must do no harm.</param>
    /// <param name="tooLate">Makes the exception for work that is late.</param>
    /// <param name="unwanted">Disposes what late work gives after all; null where there is nothing to dispose.</param>
    /// <param name="progress">Grows as the work gets on, such as rows that were read: the limit begins anew when it has grown by
    /// <paramref name="least"/>; null where the limit is that of the whole.</param>
    /// <param name="least">By how much the progress must have grown within the limit.</param>
    /// <returns>What the work gave.</returns>
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
                // Observed, whatever becomes of it.
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
