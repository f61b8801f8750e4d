namespace DbIngest.Abstractions.Targets;

/// <summary>
/// Stops and starts the server that a target started (<see cref="ITarget.ServerControl"/>). <c>FaultInjector</c> calls it on its
/// own thread during a trial (<c>--fault</c>), <c>ServerRestart</c> before it (<c>--restart</c>), and <c>TrialSampler</c> takes
/// the background work. One thread at a time calls it, except that <see cref="TakeBackgroundWork"/> runs beside other calls. Each
/// call returns when its work is done.
/// </summary>
public interface IServerControl
{
    /// <summary>Kills all processes of the server without a chance to flush, and returns when they have ended.</summary>
    void Kill();

    /// <summary>
    /// Kills one node of several, never the first node, and returns when the node has ended. <see cref="Start"/> starts the node
    /// again. Only for a server of at least two nodes.
    /// </summary>
    void KillNode();

    /// <summary>Ends the server gracefully, so that it may flush. A server that does not end is killed.</summary>
    void Stop();

    /// <summary>
    /// Starts each process of the server that has ended, on its existing data. Returns when the whole server serves clients, also
    /// if no process had ended.
    /// </summary>
    /// <param name="cancellation">Cancels the wait.</param>
    /// <exception cref="TargetException">The server does not start.</exception>
    void Start(CancellationToken cancellation);

    /// <summary>Stops all processes of the server without ending them, until <see cref="Resume"/>.</summary>
    void Pause();

    /// <summary>Lets the paused processes continue. Whoever pauses a server must resume it, whatever fails.</summary>
    void Resume();

    /// <summary>
    /// Takes all space on the server's disk, and returns when none is left. The fault calls it about every 20 ms while the disk
    /// is to be full, since the server may free space. Only with <see cref="TargetOptions.WantsOwnDisk"/>.
    /// </summary>
    void FillDisk();

    /// <summary>
    /// Frees the space that <see cref="FillDisk"/> took. Does nothing on a disk that was not filled. A process that has ended
    /// does not run again until <see cref="Start"/>.
    /// </summary>
    /// <returns>True if some node of the server does not run.</returns>
    bool FreeDisk();

    /// <summary>
    /// Drops everything that server and clients send each other, without telling either side, until <see cref="Mend"/>. Only with
    /// <see cref="TargetOptions.WantsOwnNetwork"/>.
    /// </summary>
    void Cut();

    /// <summary>Lets the network pass everything again. Whoever cuts a network must mend it, whatever fails.</summary>
    void Mend();

    /// <summary>
    /// The background work that the server's log reports since the last call, in words such as <c>checkpoint began</c>. Empty, as
    /// by default, if the log reports none. The sampler of a trial calls it about once a second, beside other calls. It must not
    /// throw.
    /// </summary>
    IReadOnlyList<string> TakeBackgroundWork() => [];
}
