using DbIngest.Clusters.Files;
using DbIngest.Clusters.Hosts;
using DbIngest.Core.Targets;
using DbIngest.Targets.Catalogue;
using DbIngest.Targets.Servers;

namespace DbIngest.Clusters.Processes;

/// <summary>The plan of a deployment whose nodes are processes, of this machine or of hosts, and where each of them is.</summary>
internal sealed class ProcessNodes
{
    private readonly ClusterContext _context;
    private readonly Lazy<ServerPlan> _plan;

    /// <summary>Makes ready.</summary>
    /// <param name="deployment">The deployment.</param>
    /// <param name="context">What is the same for all commands.</param>
    /// <param name="password">The password; null where there is none, or it is not needed.</param>
    public ProcessNodes(Deployment deployment, ClusterContext context, Secret? password)
    {
        _context = context;
        Deployment = deployment;
        Recipe = RecipeCatalog.Find(deployment.Database)!;
        Order = new ServerOrder
        {
            Nodes = [.. deployment.Nodes.Select(node => new ServerPlace(node.Name, node.Address, node.Folder))],
            Port = deployment.Port,
            Home = string.Empty,
            Settings = Recipe.Settings.Read(DatabaseAbilities.Query(deployment.Settings)),
            Limits = deployment.Limits,
            User = deployment.User,
            Password = password,
            IsEncrypted = deployment.Tls is not null,
            Authority = deployment.Tls?.Authority,
        };
        _plan = new(Planned);
    }

    /// <summary>The deployment.</summary>
    public Deployment Deployment { get; }

    /// <summary>How servers of its database are started.</summary>
    public ServerRecipe Recipe { get; }

    /// <summary>What the recipe was asked for.</summary>
    public ServerOrder Order { get; }

    /// <summary>The plan.</summary>
    /// <exception cref="ClusterException">The vendor's programs are not there.</exception>
    public ServerPlan Plan => _plan.Value;

    /// <summary>The endpoint by which targets open it.</summary>
    public string Endpoint => Recipe.Endpoint(Order, Order.Nodes);

    /// <summary>A node's folder on its machine.</summary>
    /// <param name="index">Which node.</param>
    /// <param name="id">The deployment's id.</param>
    public NodeFolder Folder(int index, string id) => new(Shell(index), Deployment.Nodes[index].Folder, id);

    /// <summary>Reaches a node's machine.</summary>
    public HostShell Shell(int index) => Deployment.Nodes[index].Host is { } host ? new HostShell(host, _context.Starter(Deployment.Launcher)) : new HostShell(null, null);

    /// <summary>Whether a node serves clients.</summary>
    /// <param name="index">Which node.</param>
    /// <param name="timeout">How long it may take to answer.</param>
    public TargetAvailability Ask(int index, TimeSpan timeout) => _context.Find(Deployment.Database).Probe(new TargetOptions
    {
        Endpoint = Recipe.Endpoint(Order, [Order.Nodes[index]]),
        Password = Order.Password,
        WorkFolder = Path.GetTempPath(),
        RequestTimeout = timeout,
    });

    /// <summary>An archive is unpacked in the folder of each node: then each has its own home.</summary>
    private ServerPlan Planned()
    {
        var first = Recipe.Plan(Order with { Home = Home(0) });
        return first with { Nodes = [.. first.Nodes.Select((node, i) => i == 0 ? node : Recipe.Plan(Order with { Home = Home(i) }).Nodes[i])] };
    }

    private string Home(int index)
    {
        if (Deployment.Install?.Archive is not null)
        {
            return Path.Combine(Deployment.Nodes[index].Folder, "home", Deployment.Home ?? string.Empty);
        }

        if (Deployment.Provider == "ssh")
        {
            return Deployment.Home
                ?? throw new DeploymentException($"{_context.File}: home: provider ssh has to know where the vendor's programs are on the hosts; write home: PATH.");
        }

        try
        {
            return Recipe.FindHome(Deployment.Home);
        }
        catch (TargetException exception)
        {
            throw new ClusterException(exception.Message, exception);
        }
    }
}
