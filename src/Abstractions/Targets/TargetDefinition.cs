using DbIngest.Abstractions.Endpoints;

namespace DbIngest.Abstractions.Targets;

/// <summary>A database that the product knows: its registration. One instance a database, in the catalogue.</summary>
public abstract class TargetDefinition
{
    private static readonly Dictionary<string, string> EmptyLoad = [];

    /// <summary>The name on the command line.</summary>
    public abstract string Name { get; }

    /// <summary>The databases that it is composed of, each with an endpoint and a password of its own; itself where it is not.</summary>
    public virtual IReadOnlyList<TargetDefinition> Parts => [this];

    /// <summary>The product's full name and, in a few words, how it is written to.</summary>
    public abstract string Summary { get; }

    /// <summary>What a user must have, and the form of <c>--endpoint</c>.</summary>
    public abstract string Needs { get; }

    /// <summary>How it models data; figures that leave some models out go by it.</summary>
    public abstract DataModel Model { get; }

    /// <summary>
    /// A notice that must accompany published figures, where the vendor's licence restricts publishing of benchmarks; else null.
    /// It says precisely which editions and which clause, for a reader who is about to publish.
    /// </summary>
    public virtual string? LicenceNotice => null;

    /// <summary>The write paths that exist, the default first; those that this build leaves out say how to get them.</summary>
    public virtual IReadOnlyList<WriteClient> Clients => [new(WriteClient.Driver)];

    /// <summary>The durability contracts, the default first.</summary>
    public abstract IReadOnlyList<DurabilityContract> Contracts { get; }

    /// <summary>Which timestamps it takes.</summary>
    public virtual TimestampLimits Timestamps => TimestampLimits.Calendar;

    /// <summary>The least value that it takes; a batch with a lower one is refused by its writer. Every double above it that is a number is taken.</summary>
    public virtual double LeastValue => double.MinValue;

    /// <summary>Whether source processes other than this one can write to an opened target through its endpoint.</summary>
    public virtual bool TakesSeveralProcesses => true;

    /// <summary>Whether it is a file of the machine that opens it: under the same name another machine has another one.</summary>
    public virtual bool IsFile => false;

    /// <summary>Whether a server is started for a run where no endpoint names one, and keeps to <see cref="TargetOptions.ServerLimits"/>.</summary>
    public virtual bool StartsServer => false;

    /// <summary>The most nodes of a cluster that can be started for a run (<see cref="TargetOptions.Nodes"/>); 0 where there is no such choice.</summary>
    public virtual int LargestCluster => 0;

    /// <summary>How often a batch is tried again where the user does not say; null for what holds for most databases. Its page says why.</summary>
    public virtual RetryDefault? RetryDefault => null;

    /// <summary>The options that its endpoint may carry; none where an endpoint has a form of the database's own.</summary>
    public virtual EndpointOptions Options => EndpointOptions.None;

    /// <summary>Whether an endpoint says where a server is, rather than only how one is to be started and used.</summary>
    /// <param name="endpoint">The endpoint of the user, of any form.</param>
    /// <returns>Whether what is written there stays when the run ends.</returns>
    public virtual bool NamesServer(string endpoint) => true;

    /// <summary>What an endpoint says of the load, where the user does not: texts of options (<c>in-flight</c>, <c>batch</c>), by their names without dashes.</summary>
    /// <param name="endpoint">The endpoint of the user; null where there is none.</param>
    /// <returns>Mostly nothing: what is measured with what load is the user's word.</returns>
    public virtual IReadOnlyDictionary<string, string> LoadOf(string? endpoint) => EmptyLoad;

    /// <summary>Connects, starting a local server where the database can be started and no endpoint is given.</summary>
    /// <param name="options">Where, how and under which contract.</param>
    /// <returns>The connected target.</returns>
    /// <exception cref="TargetException">It cannot be reached or refuses the connection; the message names the remedy.</exception>
    /// <exception cref="ArgumentException">The endpoint or contract is not of a form that this database knows.</exception>
    /// <exception cref="OperationCanceledException">The opening was ended early.</exception>
    public abstract ITarget Open(TargetOptions options);

    /// <summary>Says, without starting or changing anything, whether the database can be used now.</summary>
    /// <param name="options">Where to look.</param>
    /// <returns>Whether it can be used, and a sentence on what was found or is missing.</returns>
    public abstract TargetAvailability Probe(TargetOptions options);

    /// <summary>Finds a write path by name.</summary>
    /// <param name="name">The name, in any case; null for the default.</param>
    /// <returns>The write path.</returns>
    /// <exception cref="ArgumentException">There is none of that name here; the message says how to get it, or which there are.</exception>
    public WriteClient Client(string? name)
    {
        var client = name is null ? Clients[0] : Clients.FirstOrDefault(c => string.Equals(c.Name, name, StringComparison.OrdinalIgnoreCase));
        return client is { IsBuiltIn: true }
            ? client
            : throw new ArgumentException(client is null
                ? $"--client {name}: {Name} has no such client; it has {string.Join(", ", Clients.Where(c => c.IsBuiltIn).Select(c => c.Name))}."
                : $"--client {name}: {client.Remedy}");
    }

    /// <summary>Finds a contract by name.</summary>
    /// <param name="name">The name, or null for the default.</param>
    /// <returns>The contract.</returns>
    /// <exception cref="ArgumentException">There is no contract of that name; the message lists those there are.</exception>
    public DurabilityContract Contract(string? name) =>
        name is null
            ? Contracts[0]
            : Contracts.FirstOrDefault(c => string.Equals(c.Name, name, StringComparison.OrdinalIgnoreCase))
                ?? throw new ArgumentException(
                    $"--durability {name}: {Name} has no such contract; it has {string.Join(", ", Contracts.Select(c => c.Name))}.");
}
