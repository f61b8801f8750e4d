namespace DbIngest.Abstractions.Targets;

/// <summary>
/// Stops and starts the server that a target started, for faults in a trial (<see cref="ITarget.ServerControl"/>). A thread
/// beside those of the trial calls it, one call at a time except for <see cref="TakeBackgroundWork"/>. Each call returns when it
/// is done.
/// </summary>
public interface IServerControl
{
    /// <summary>Kills all processes of the server at once, and returns when they have ended.</summary>
    void Kill();

    /// <summary>
    /// Kills one node of several, not the first, and returns when it has ended. <see cref="Start"/> starts it again.
    /// </summary>
    void KillNode();

    /// <summary>Ends the server gracefully, so that it may flush. A server that does not end is killed.</summary>
    void Stop();

    /// <summary>
    /// Starts the server again on its existing data if it has ended, and returns when it serves clients.
    /// </summary>
    /// <param name="cancellation">Cancels the wait.</param>
    /// <exception cref="TargetException">The server does not start.</exception>
    void Start(CancellationToken cancellation);

    /// <summary>Lets all processes of the server stand still.</summary>
    void Pause();

    /// <summary>Lets them go on.</summary>
    void Resume();

    /// <summary>
    /// Takes all space on the server's disk, and returns when none is left. Called again and again while the disk is to be full,
    /// since a server may free some. Only with <see cref="TargetOptions.WantsOwnDisk"/>.
    /// </summary>
    void FillDisk();

    /// <summary>
    /// Gives the space back. Does nothing on a disk that was not filled. A server that has ended stays so until
    /// <see cref="Start"/>.
    /// </summary>
    /// <returns>True if a process of the server has ended meanwhile.</returns>
    bool FreeDisk();

    /// <summary>
    /// Drops everything that server and clients send each other, so that neither is told. Only with
    /// <see cref="TargetOptions.WantsOwnNetwork"/>.
    /// </summary>
    void Cut();

    /// <summary>Lets everything pass again.</summary>
    void Mend();

    /// <summary>
    /// What the server did by itself since the last call, as its log tells, in words as <c>checkpoint began</c>. Empty if its log
    /// tells nothing, as by default. The sampling thread of a trial calls it about once a second, beside other calls. It must not
    /// throw.
    /// </summary>
    IReadOnlyList<string> TakeBackgroundWork() => [];
}
