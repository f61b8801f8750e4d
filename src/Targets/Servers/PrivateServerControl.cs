using DbIngest.Abstractions.Targets;

namespace DbIngest.Targets.Servers;

/// <summary>
/// Carries out the faults of a trial, and the restart before one, on a private server. <see cref="ServerTarget{TTable}"/> hands
/// it out, <c>FaultInjector</c> and <c>ServerRestart</c> call it, and <c>TrialSampler</c> takes the background work about once a
/// second. Filling a disk or cutting a network throws for a server without a separate one. When this program ends, the server's
/// <see cref="Guardian"/> ends processes that a fault has left stopped.
/// </summary>
/// <param name="server">The server.</param>
internal sealed class PrivateServerControl(PrivateServer server) : IServerControl
{
    /// <inheritdoc/>
    public void Kill() => server.OnProcesses(static process => process.KillTree());

    /// <inheritdoc/>
    public void KillNode() => server.KillNode();

    /// <inheritdoc/>
    public void Stop() => server.End();

    /// <inheritdoc/>
    public void Start(CancellationToken cancellation) => server.AwaitServing(cancellation);

    /// <inheritdoc/>
    public void Pause() => server.OnProcesses(static process => process.Pause());

    /// <inheritdoc/>
    public void Resume() => server.OnProcesses(static process => process.Resume());

    /// <inheritdoc/>
    public void FillDisk() => Disk.Fill();

    /// <inheritdoc/>
    public bool FreeDisk()
    {
        bool hasEnded = server.Processes.Count < server.Layout.Nodes.Count;
        Disk.Free();
        return hasEnded;
    }

    /// <inheritdoc/>
    public void Cut() => Network.Cut();

    /// <inheritdoc/>
    public void Mend() => Network.Mend();

    /// <inheritdoc/>
    public IReadOnlyList<string> TakeBackgroundWork() => server.TakeBackgroundWork();

    private PrivateNetwork Network => server.Plan.Network
        ?? throw new TargetException("This run gave the server no network, so none can be cut.");

    private PrivateDisk Disk => server.Disk
        ?? throw new TargetException("This run gave the server no disk, so none can be filled.");
}
