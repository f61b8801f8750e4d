using System.Runtime.ExceptionServices;

namespace DbIngest.Core.Targets;

/// <summary>
/// Runs what may wait for a database, so that the caller never does once it is interrupted: a driver's call that nothing ends (the
/// server is stopped, the network swallows everything) is left behind on a background thread, which ends with the process.
/// </summary>
public static class Interruptible
{
    /// <summary>How long work may go on once its token is cancelled, in order to end by itself.</summary>
    public static readonly TimeSpan Grace = TimeSpan.FromMilliseconds(400);

    /// <summary>Runs work that gives something.</summary>
    /// <typeparam name="T">What it gives.</typeparam>
    /// <param name="work">The work. Left behind, it must do no harm: its result is not looked at any more.</param>
    /// <param name="cancellation">Ends the waiting.</param>
    /// <returns>What it gave.</returns>
    /// <exception cref="LeftBehindException">It did not end within <see cref="Grace"/> of the cancellation.</exception>
    /// <exception cref="OperationCanceledException">It was cancelled before, or ended by its own will.</exception>
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

    /// <summary>Runs work.</summary>
    /// <inheritdoc cref="Run{T}"/>
    public static void Run(Action work, CancellationToken cancellation) => Run(
        () =>
        {
            work();
            return true;
        },
        cancellation);

    /// <summary>Waits for the end of a task, after a cancellation not much longer.</summary>
    /// <param name="task">The task.</param>
    /// <param name="grace">How long it is waited for after a cancellation.</param>
    /// <param name="cancellation">Ends the waiting.</param>
    /// <returns>Whether it has ended.</returns>
    internal static bool Ends(Task task, TimeSpan grace, CancellationToken cancellation)
    {
        var ended = ((IAsyncResult)task).AsyncWaitHandle;
        return WaitHandle.WaitAny([ended, cancellation.WaitHandle]) == 0 || ended.WaitOne(grace);
    }
}
