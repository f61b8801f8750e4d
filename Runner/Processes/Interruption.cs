using System.Runtime.InteropServices;
using DbIngest.Core.Targets;

namespace DbIngest.Runner.Processes;

/// <summary>
/// Handles Ctrl-C, SIGTERM and SIGHUP, which a terminal sends when it closes: the first signal requests a clean end, the
/// second Ctrl-C or SIGTERM ends the process at once. Every verb that may take more than a moment creates one and passes its
/// token on; <c>Verb</c> does so for those that may be left behind anywhere. Several of one process all hear each signal.
/// Source processes have none, because their parent decides. The runtime leaves signals alone that the process was started to
/// ignore, as <c>nohup</c> does.
/// </summary>
internal sealed class Interruption : IDisposable
{
    private readonly CancellationTokenSource _source = new();
    private readonly PosixSignalRegistration[] _registrations;
    private readonly Action _onFirst;
    private int _requests;
    private int _isEnding;

    /// <param name="onFirst">Called on the first signal, on a thread of the runtime, before the token is cancelled.</param>
    public Interruption(Action onFirst)
    {
        _onFirst = onFirst;
        _registrations =
        [
            PosixSignalRegistration.Create(PosixSignal.SIGINT, Handle),
            PosixSignalRegistration.Create(PosixSignal.SIGTERM, Handle),
            PosixSignalRegistration.Create(PosixSignal.SIGHUP, Handle),
        ];
    }

    /// <summary>Runs work that the first signal may leave behind anywhere, since its files appear whole.</summary>
    /// <exception cref="OperationCanceledException">A signal came before the work ended.</exception>
    public static ExitCode Run(Func<ExitCode> work)
    {
        using var interruption = new Interruption(static () => { });
        return Interruptible.Run(work, interruption.Token);
    }

    /// <summary>The first signal cancels it.</summary>
    public CancellationToken Token => _source.Token;

    public void Dispose()
    {
        foreach (var registration in _registrations)
        {
            registration.Dispose();
        }

        _source.Dispose();
    }

    private void Handle(PosixSignalContext context)
    {
        context.Cancel = true;

        // A terminal that closes sends several SIGHUPs: the shell one, and the system another when the shell ends. A session that
        // is ended sends SIGTERM beside it. None of these means that the user no longer waits.
        if (context.Signal != PosixSignal.SIGHUP && Interlocked.Increment(ref _requests) > 1)
        {
            Environment.Exit((int)ExitCode.Interrupted);
        }

        if (Interlocked.Exchange(ref _isEnding, 1) == 0)
        {
            _onFirst();
            try
            {
                _source.Cancel();
            }
            catch (ObjectDisposedException)
            {
                // The command has just ended by itself.
            }
        }
    }
}
