using System.Runtime.InteropServices;

namespace DbIngest.Runner.Processes;

/// <summary>
/// Handles Ctrl-C and SIGTERM: the first signal requests a clean end, the second ends the process at once. Every verb that may
/// take long creates one and passes its token on. Source processes have none, because their parent decides.
/// </summary>
internal sealed class Interruption : IDisposable
{
    private readonly CancellationTokenSource _source = new();
    private readonly PosixSignalRegistration[] _registrations;
    private readonly Action _onFirst;
    private int _signals;

    /// <param name="onFirst">Called on the first signal, on a thread of the runtime, before the token is cancelled.</param>
    public Interruption(Action onFirst)
    {
        _onFirst = onFirst;
        _registrations =
        [
            PosixSignalRegistration.Create(PosixSignal.SIGINT, Handle),
            PosixSignalRegistration.Create(PosixSignal.SIGTERM, Handle),
        ];
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
        if (Interlocked.Increment(ref _signals) > 1)
        {
            Environment.Exit((int)ExitCode.Interrupted);
        }

        _onFirst();
        _source.Cancel();
    }
}
