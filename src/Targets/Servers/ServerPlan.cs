namespace DbIngest.Targets.Servers;

/// <summary>
/// Says how to create and start a server, independent of who starts it and from which machine. A <see cref="ServerRecipe"/> or a
/// private server's plan makes it, and <see cref="PrivateServer"/> or <c>ProcessProvider</c> carries it out. It contains no
/// secret.
/// </summary>
/// <param name="Nodes">The nodes in the order of their start.</param>
public sealed record ServerPlan(IReadOnlyList<PlannedNode> Nodes)
{
    /// <summary>True if the first node must accept clients before the others start.</summary>
    public bool FirstIsSeed { get; init; }

    /// <summary>Folders outside the nodes' folders to remove together with them.</summary>
    public IReadOnlyList<string> FurtherFolders { get; init; } = [];

    /// <summary>
    /// The command that joins the nodes to one cluster, run on the first node once all processes run. It must be idempotent. Null
    /// if the nodes find each other.
    /// </summary>
    public PlannedStep? Form { get; init; }
}

/// <summary>One node of a plan: its process, ports and files.</summary>
/// <param name="Place">Address and folder.</param>
/// <param name="Command">
/// The program and its arguments, which must contain the node's folder. It runs until it is ended, and may be started as root.
/// </param>
public sealed record PlannedNode(ServerPlace Place, IReadOnlyList<string> Command)
{
    /// <summary>Ports at which it listens, each with its address. The first one serves clients.</summary>
    public required IReadOnlyList<(string Address, int Port)> Listens { get; init; }

    /// <summary>Folders to create in the node's folder.</summary>
    public IReadOnlyList<string> Folders { get; init; } = [];

    /// <summary>Configuration files: text by path relative to the node's folder. They contain no secret.</summary>
    public IReadOnlyDictionary<string, string> Files { get; init; } = new Dictionary<string, string>(StringComparer.Ordinal);

    /// <summary>Commands to run in the node's folder once, in this order, before its first start.</summary>
    public IReadOnlyList<PlannedStep> Initialise { get; init; } = [];

    /// <summary>Log files in the node's folder, in addition to that of its output.</summary>
    public IReadOnlyList<string> Logs { get; init; } = [];
}

/// <summary>A command that runs to its end before the server is used, for example to create its data folder.</summary>
/// <param name="Command">The program and its arguments.</param>
/// <param name="Input">
/// Supplies its standard input, as a function so that a secret is revealed only when it runs. Null for none.
/// </param>
public sealed record PlannedStep(IReadOnlyList<string> Command, Func<string>? Input = null);
