namespace DbIngest.Targets.Servers;

/// <summary>How a server is made and started: nothing that depends on who starts it, or from which machine.</summary>
/// <param name="Nodes">Its nodes, in the order in which they are started.</param>
public sealed record ServerPlan(IReadOnlyList<PlannedNode> Nodes)
{
    /// <summary>Whether the first node must listen to clients before the others are started.</summary>
    public bool FirstIsSeed { get; init; }

    /// <summary>Folders outside of the nodes' own that are removed with them.</summary>
    public IReadOnlyList<string> FurtherFolders { get; init; } = [];

    /// <summary>
    /// What makes one cluster of the nodes, run on the first once all processes run; null where they find each other. Run again,
    /// it changes nothing.
    /// </summary>
    public PlannedStep? Form { get; init; }
}

/// <summary>A node of a plan.</summary>
/// <param name="Place">Where it is.</param>
/// <param name="Command">The program and its arguments; they name the node's folder. It does not end by itself, and may be begun
/// as root.</param>
public sealed record PlannedNode(ServerPlace Place, IReadOnlyList<string> Command)
{
    /// <summary>The ports that it listens on, with the address of each.</summary>
    public required IReadOnlyList<(string Address, int Port)> Listens { get; init; }

    /// <summary>Folders to be made in the node's own.</summary>
    public IReadOnlyList<string> Folders { get; init; } = [];

    /// <summary>Its configuration: texts by their path in the node's folder. No secret is in them.</summary>
    public IReadOnlyDictionary<string, string> Files { get; init; } = new Dictionary<string, string>(StringComparer.Ordinal);

    /// <summary>What is run once, before the first start, in the node's folder; in this order.</summary>
    public IReadOnlyList<PlannedStep> Initialise { get; init; } = [];

    /// <summary>Logs in the node's folder beside that of its output.</summary>
    public IReadOnlyList<string> Logs { get; init; } = [];
}

/// <summary>A command that is run to its end.</summary>
/// <param name="Command">The program and its arguments.</param>
/// <param name="Input">What it is given on standard input, as a function so that a secret in it stays where it is; null for
/// nothing.</param>
public sealed record PlannedStep(IReadOnlyList<string> Command, Func<string>? Input = null);
