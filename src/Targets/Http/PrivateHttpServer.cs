using System.Globalization;
using System.Net;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Servers;

namespace DbIngest.Targets.Http;

/// <summary>What decides which private server is meant: equal ones are shared.</summary>
/// <param name="Database">The database, as options name it.</param>
/// <param name="Product">Its name for people.</param>
/// <param name="Program">The program that is started.</param>
/// <param name="Description">How it differs from what the vendor ships.</param>
/// <param name="MemoryMb">The memory that it may take, in MiB.</param>
/// <param name="WorkFolder">Where its files go.</param>
/// <param name="Limits">What it may take at most.</param>
internal abstract record PrivateHttpPlan(string Database, string Product, string Program, string Description, long MemoryMb, string WorkFolder, ServerLimits? Limits)
{
    /// <summary>The variable that named its distribution; null where none did.</summary>
    public virtual ServerHome? NamedBy => null;

    /// <summary>The program and its arguments.</summary>
    /// <param name="folder">Its folder.</param>
    /// <param name="ports">The port of HTTP, and a second one.</param>
    public abstract IReadOnlyList<string> Command(string folder, (int Http, int Second) ports);

    /// <summary>Its configuration: texts by their path in its folder.</summary>
    /// <param name="folder">Its folder.</param>
    /// <param name="address">Where it listens.</param>
    /// <param name="ports">The port of HTTP, and a second one.</param>
    public abstract IReadOnlyDictionary<string, string> Files(string folder, string address, (int Http, int Second) ports);

    /// <summary>Folders that must be there before it starts, in its own.</summary>
    public virtual IReadOnlyList<string> Folders => [];

    /// <summary>Logs beside that of its output.</summary>
    public virtual IReadOnlyList<string> Logs => [];
}

/// <summary>A private server on loopback, of one process.</summary>
internal sealed class PrivateHttpServer : IDisposable
{
    private PrivateHttpServer(PrivateHttpPlan plan, OwnServer server, HttpPlace place, int secondPort) => (Plan, Server, Place, SecondPort) = (plan, server, place, secondPort);

    /// <summary>What it is.</summary>
    public PrivateHttpPlan Plan { get; }

    /// <summary>Its process and files.</summary>
    public OwnServer Server { get; }

    /// <summary>Where it is.</summary>
    public HttpPlace Place { get; }

    /// <summary>The other port that it was given.</summary>
    public int SecondPort { get; }

    /// <summary>Makes and starts a server.</summary>
    /// <param name="plan">What it is to be.</param>
    /// <param name="answers">Whether one answers at a place.</param>
    /// <param name="say">Is told that it is started.</param>
    /// <param name="cancellation">Ends the start early.</param>
    /// <exception cref="TargetException">It does not start.</exception>
    public static PrivateHttpServer Start(PrivateHttpPlan plan, Func<HttpPlace, bool> answers, Action<string> say, CancellationToken cancellation)
    {
        cancellation.ThrowIfCancellationRequested();
        string folder = OwnServer.MakeFolder(plan.WorkFolder, plan.Database);
        var free = new FreePorts();
        var ports = (free.Take(IPAddress.Loopback), free.Take(IPAddress.Loopback));
        var place = new HttpPlace(new IPEndPoint(IPAddress.Loopback, ports.Item1), IsEncrypted: false, User: null);
        say(string.Create(CultureInfo.InvariantCulture, $"Starting a private server of {plan.Product} from {plan.Program}; it may take {plan.MemoryMb / 1024.0:0.0} GiB of memory."));
        var server = new OwnServerPlan(plan.Product, folder, plan.Command(folder, ports), () => Configure(plan, folder, ports), () => answers(place), plan.Limits) { Logs = plan.Logs };
        return new(plan, OwnServer.Start(server, cancellation), place, ports.Item2);
    }

    /// <inheritdoc/>
    public void Dispose() => Server.Dispose();

    private static void Configure(PrivateHttpPlan plan, string folder, (int Http, int Second) ports)
    {
        foreach (string name in plan.Folders)
        {
            Directory.CreateDirectory(Path.Combine(folder, name));
        }

        foreach (var (name, text) in plan.Files(folder, IPAddress.Loopback.ToString(), ports))
        {
            string file = Path.Combine(folder, name);
            Directory.CreateDirectory(Path.GetDirectoryName(file)!);
            File.WriteAllText(file, text);
        }
    }
}
