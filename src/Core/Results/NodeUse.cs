namespace DbIngest.Core.Results;

/// <summary>What one node of the server used from the common start to the last acknowledgement, as its own machine says.</summary>
public sealed record NodeUse
{
    /// <summary>The node, by its name in the deployment.</summary>
    public required string Node { get; init; }

    /// <summary>What its processes used; its network is that of its machine, or of its container.</summary>
    public required ResourceUse Use { get; init; }

    /// <summary>What else its machine did meanwhile; null when that is this machine, of which the trial says it, or not known.</summary>
    public MachineUse? Machine { get; init; }
}
