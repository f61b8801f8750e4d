using System.Runtime.ExceptionServices;

namespace DbIngest.Core.Targets;

/// <summary>
/// Runs calls that may wait for a database or for files, so that an interrupted caller stops waiting.
/// <see cref="InterruptibleTarget"/>, the opening of targets and workloads, and the verbs run such calls through <c>Run</c>. If a
/// call does not end after a cancellation, for example because the server hangs, the caller leaves it behind on a background
/// thread, which ends with the process. Timed work must not run through <c>Run</c>, because each call starts a thread.
/// Ingestions and faults start threads themselves, and wait for them by <c>Ends</c>.
/// </summary>
public static class Interruptible
{
    /// <summary>How long a call may continue after its token was cancelled.</summary>
    public static readonly TimeSpan Grace = TimeSpan.FromMilliseconds(400);

    /// <summary>
    /// Runs a call with a result on a new thread, or on the calling thread if the token cannot be cancelled. Exceptions of the
    /// call pass through unchanged.
    /// </summary>
    /// <typeparam name="T">The type of the result.</typeparam>
    /// <param name="work">The call. It must do no harm if it continues after the caller has given up.</param>
    /// <param name="cancellation">
    /// Ends the wait after <see cref="Grace"/>. The call itself sees the token only if it holds it.
    /// </param>
    /// <exception cref="LeftBehindException">The call did not end within <see cref="Grace"/> after the cancellation.</exception>
    /// <exception cref="OperationCanceledException">
    /// The token was cancelled before, or the call ended by cancellation.
    /// </exception>
    public static T Run<T>(Func<T> work, CancellationToken cancellation)
    {
        cancellation.ThrowIfCancellationRequested();
        if (!cancellation.CanBeCanceled)
        {
            return work();
        }

        var outcome = new TaskCompletionSource<T>();
        new Thread(() =>
        {
            try
            {
                outcome.SetResult(work());
            }
            catch (Exception exception)
            {
                outcome.SetException(exception);
            }
        })
        { IsBackground = true, Name = "interruptible" }.Start();
        if (!Ends(outcome.Task, Grace, cancellation))
        {
            throw new LeftBehindException(cancellation);
        }

        if (outcome.Task.Exception?.InnerException is { } failure)
        {
            ExceptionDispatchInfo.Throw(failure);
        }

        return outcome.Task.Result;
    }

    /// <summary>Runs a call without a result.</summary>
    /// <inheritdoc cref="Run{T}"/>
    public static void Run(Action work, CancellationToken cancellation) => Run(
        () =>
        {
            work();
            return true;
        },
        cancellation);

    /// <summary>
    /// Waits until a task has ended, or until the grace period after a cancellation is over. Never throws what the task threw.
    /// </summary>
    /// <param name="task">The task.</param>
    /// <param name="grace">How long to wait after a cancellation.</param>
    /// <param name="cancellation">Shortens the wait.</param>
    /// <returns>True if the task ended.</returns>
    internal static bool Ends(Task task, TimeSpan grace, CancellationToken cancellation)
    {
        var ended = ((IAsyncResult)task).AsyncWaitHandle;
        return WaitHandle.WaitAny([ended, cancellation.WaitHandle]) == 0 || ended.WaitOne(grace);
    }
}
