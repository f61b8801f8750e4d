using DbIngest.Abstractions.Endpoints;

namespace DbIngest.Abstractions.Targets;

/// <summary>
/// Registers one database: its name, options and durability levels. The catalogue holds one instance per database, and a plug-in
/// exports its own. The command line reads its properties before anything is opened, then calls <see cref="Open"/> for a run.
/// <see cref="Probe"/> serves the verb <c>targets</c>, and the start of containers and deployments.
/// </summary>
/// <remarks>
/// Stateless and shared by threads. Properties must not connect anywhere. Only <see cref="Open"/> may start a server.
/// </remarks>
public abstract class TargetDefinition
{
    private static readonly Dictionary<string, string> EmptyLoad = [];

    /// <summary>The name for <c>--db</c>.</summary>
    public abstract string Name { get; }

    /// <summary>
    /// The databases of a composed target, each with its own endpoint and password: that of the records last. A single database
    /// returns itself.
    /// </summary>
    public virtual IReadOnlyList<TargetDefinition> Parts => [this];

    /// <summary>The product's full name and, in a few words, how the target writes to it.</summary>
    public abstract string Summary { get; }

    /// <summary>What a user must install or start, and the form of <c>--endpoint</c>.</summary>
    public abstract string Needs { get; }

    /// <summary>How the database models data.</summary>
    public abstract DataModel Model { get; }

    /// <summary>
    /// A notice that must accompany published figures if the licence restricts publishing benchmarks, else null. It names the
    /// editions and the clause.
    /// </summary>
    public virtual string? LicenceNotice => null;

    /// <summary>
    /// All write paths. Exactly one of several has <see cref="WriteClient.IsDefault"/>. Those that this build leaves out say how
    /// to get them (<see cref="WriteClient.Remedy"/>).
    /// </summary>
    public virtual IReadOnlyList<WriteClient> Clients => [new(WriteClient.Driver)];

    /// <summary>
    /// All durability levels. Exactly one has <see cref="DurabilityContract.IsDefault"/>, unless there is only one.
    /// </summary>
    public abstract IReadOnlyList<DurabilityContract> Contracts { get; }

    /// <summary>The write path that applies without <c>--client</c>.</summary>
    public WriteClient DefaultClient => Clients.Count == 1 ? Clients[0] : Clients.Single(client => client.IsDefault);

    /// <summary>The durability level that applies without <c>--durability</c>.</summary>
    public DurabilityContract DefaultContract => Contracts.Count == 1 ? Contracts[0] : Contracts.Single(level => level.IsDefault);

    /// <summary>The timestamps that the database can store.</summary>
    public virtual TimestampLimits Timestamps => TimestampLimits.Calendar;

    /// <summary>
    /// The least value that the database can store. Writers refuse a batch with a lower one. All greater finite doubles are
    /// stored.
    /// </summary>
    public virtual double LeastValue => double.MinValue;

    /// <summary>True if source processes can write to an open target through <see cref="ITarget.AttachEndpoint"/>.</summary>
    public virtual bool TakesSeveralProcesses => true;

    /// <summary>
    /// False if a process sees only the records of its own sources. The command line then refuses a mix on shared records with
    /// several processes.
    /// </summary>
    public virtual bool SharesRecordsBetweenProcesses => true;

    /// <summary>
    /// True if the HTTP service can serve the database. Its targets must then implement <see cref="ITarget.Ensure"/>.
    /// </summary>
    public virtual bool IsServed => false;

    /// <summary>
    /// True if its clients can also find single records in a table without an index (<see cref="TrialTable.IsIndexed"/>).
    /// </summary>
    public virtual bool ReadsWithoutIndex => false;

    /// <summary>
    /// Why no table of the database has a unique key on source and sequence number, as a sentence without its full stop. Results
    /// contain it in the setting <c>table_key</c>. Null if a table has such a key where <see cref="TrialTable.HasKey"/> asks for
    /// one, or if options of the endpoint decide (<see cref="TargetDescription.NoKeyReasons"/>).
    /// </summary>
    public virtual string? NoKeyReason => null;

    /// <summary>True if its targets add values to a table while it is written (<see cref="ITarget.AddValues"/>).</summary>
    public virtual bool AddsValues => false;

    /// <summary>True if its targets answer questions about time ranges (<see cref="ITarget.OpenQueries"/>).</summary>
    public virtual bool AnswersTimeQueries => false;

    /// <summary>
    /// Why <see cref="AnswersTimeQueries"/> is false, as a sentence without its full stop. Null if the database could answer such
    /// questions and DbIngest has no statements for it yet.
    /// </summary>
    public virtual string? NoTimeQueriesReason => null;

    /// <summary>
    /// True if the database is a file or folder on this machine, so that the same endpoint on another host names another one.
    /// </summary>
    public virtual bool IsFile => false;

    /// <summary>
    /// True if the target starts a server when no endpoint names one, and enforces <see cref="TargetOptions.ServerLimits"/>.
    /// </summary>
    public virtual bool StartsServer => false;

    /// <summary>
    /// True if the server that the target starts can run in a separate network (<see cref="TargetOptions.WantsOwnNetwork"/>).
    /// </summary>
    public virtual bool StartsServerInNetwork => false;

    /// <summary>
    /// Most nodes of a cluster that the target can start (<see cref="TargetOptions.Nodes"/>). 0 if it starts no cluster.
    /// </summary>
    public virtual int LargestCluster => 0;

    /// <summary>
    /// Retries without <c>--retries</c>. Null for the product's default. The database's page explains another value.
    /// </summary>
    public virtual RetryDefault? RetryDefault => null;

    /// <summary>
    /// The options that an endpoint may carry. <see cref="EndpointOptions.None"/> for an endpoint in the driver's own syntax.
    /// </summary>
    public virtual EndpointOptions Options => EndpointOptions.None;

    /// <summary>Tells whether an endpoint names a running server, rather than how to start one.</summary>
    /// <param name="endpoint">The user's endpoint in any form.</param>
    /// <returns>True if data written there outlives the run.</returns>
    public virtual bool NamesServer(string endpoint) => true;

    /// <summary>
    /// Makes the relative paths of an endpoint whole: its place if the database is a file, and the options that are paths. A
    /// resumed sweep calls it, so that it finds the same files from any folder.
    /// </summary>
    /// <param name="endpoint">The user's endpoint in any form. Its secrets may be stars.</param>
    /// <param name="folder">The folder in which the user wrote it, an absolute path.</param>
    public virtual string WithWholePaths(string endpoint, string folder)
    {
        string text = Options.WithWholePaths(endpoint, folder);
        string place = Options.All.Count == 0 ? text : text.Split('?')[0];
        return IsFile && place.Length > 0 && NamesServer(endpoint) ? Path.GetFullPath(place, folder) + text[place.Length..]
            : text;
    }

    /// <summary>
    /// Lists the files that an endpoint names and every source process loads, so that each host needs the same ones.
    /// </summary>
    /// <param name="endpoint">The <see cref="ITarget.AttachEndpoint"/> of an open target.</param>
    public virtual IEnumerable<string> FilesOf(string endpoint) => Options.FilesOf(endpoint);

    /// <summary>
    /// Derives defaults for options of the load from an endpoint. The command line applies them to options that the user left
    /// out. Most databases return none.
    /// </summary>
    /// <param name="endpoint">The user's endpoint, or null.</param>
    /// <returns>Values by option name without dashes (<c>in-flight</c>, <c>batch</c>).</returns>
    public virtual IReadOnlyDictionary<string, string> LoadOf(string? endpoint) => EmptyLoad;

    /// <summary>Lists the options of an endpoint that take abilities of the database away. Most databases have none.</summary>
    /// <param name="endpoint">The user's endpoint, or null.</param>
    /// <exception cref="ArgumentException">The endpoint is invalid for this database.</exception>
    public virtual IReadOnlyList<EndpointLimit> LimitsOf(string? endpoint) => [];

    /// <summary>Connects to the database. Without an endpoint, starts a private server if the database supports it.</summary>
    /// <param name="options">Endpoint, durability level, write path and timeouts.</param>
    /// <returns>The open target. The caller disposes it.</returns>
    /// <exception cref="TargetException">
    /// The database cannot be reached or refuses the login. The message names the remedy.
    /// </exception>
    /// <exception cref="ArgumentException">The endpoint, write path or durability level is invalid for this database.</exception>
    /// <exception cref="OperationCanceledException">The opening was cancelled.</exception>
    public abstract ITarget Open(TargetOptions options);

    /// <summary>Tells whether the database can be used now. Starts nothing and changes nothing.</summary>
    /// <param name="options">Where to look.</param>
    /// <returns>The verdict with one sentence of detail.</returns>
    public abstract TargetAvailability Probe(TargetOptions options);

    /// <summary>Finds a write path by name.</summary>
    /// <param name="name">The name in any case, or null for the default.</param>
    /// <exception cref="ArgumentException">
    /// The database has no such write path, or this build lacks it. The message says how to get it.
    /// </exception>
    public WriteClient Client(string? name)
    {
        var client = name is null ? DefaultClient
            : Clients.FirstOrDefault(c => string.Equals(c.Name, name, StringComparison.OrdinalIgnoreCase));
        return client is { IsBuiltIn: true }
            ? client
            : throw new ArgumentException(client is null
                ? $"--client {name}: {Name} has no such client; it has "
                    + $"{string.Join(", ", Clients.Where(c => c.IsBuiltIn).Select(c => c.Name))}."
                : $"--client {name}: {client.Remedy}");
    }

    /// <summary>Finds a durability level by name.</summary>
    /// <param name="name">The name in any case, or null for the default.</param>
    /// <exception cref="ArgumentException">The database has no such level. The message lists its levels.</exception>
    public DurabilityContract Contract(string? name) =>
        name is null
            ? DefaultContract
            : Contracts.FirstOrDefault(c => string.Equals(c.Name, name, StringComparison.OrdinalIgnoreCase))
                ?? throw new ArgumentException(
                    $"--durability {name}: {Name} has no such contract; it has "
                    + $"{string.Join(", ", Contracts.Select(c => c.Name))}.");
}
