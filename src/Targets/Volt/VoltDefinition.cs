using System.Net;
using DbIngest.Abstractions.Endpoints;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Servers;
using DbIngest.Targets.Volt.Server;
using DbIngest.Wire;
using DbIngest.Wire.Volt;

namespace DbIngest.Targets.Volt;

/// <summary>VoltDB by its native protocol.</summary>
public sealed class VoltDefinition : TargetDefinition
{
    internal const string Database = "voltdb";

    private static readonly TimeSpan ProbeTimeout = TimeSpan.FromSeconds(2);

    private static readonly ServerPool<VoltConfiguration, PrivateVolt> PrivateServers = new();

    /// <inheritdoc/>
    public override string Name => Database;

    /// <inheritdoc/>
    public override string Summary => "VoltDB (its native protocol, tables by @LoadSinglepartitionTable or asynchronous inserts; all in memory; a private server or one that is there)";

    /// <inheritdoc/>
    public override DataModel Model => DataModel.NewSql;

    /// <inheritdoc/>
    public override string Needs =>
        "a server at localhost:21212, or --endpoint [USER@]HOST[:PORT],HOST[:PORT]..., or a distribution in VOLTDB_HOME or home=DIR and Java, from which a server is started; the password in DBINGEST_VOLTDB_PASSWORD";

    /// <inheritdoc/>
    public override string LicenceNotice =>
        "VoltDB Community Edition (up to 10) is under the GNU Affero General Public License, version 3, which does not restrict benchmarks. The commercial editions, and Volt Active Data since, are under "
        + "agreements of the vendor's own: read the one that you have before you publish figures of theirs.";

    /// <inheritdoc/>
    public override IReadOnlyList<WriteClient> Clients { get; } = [new(WriteClient.Wire) { IsKeyed = true }];

    /// <inheritdoc/>
    public override IReadOnlyList<DurabilityContract> Contracts => VoltContracts.All;

    /// <summary>Above what is NULL (<see cref="VoltFloat.Null"/>) by more than the last bits, which updates change.</summary>
    public override double LeastValue => -1.69e308;

    /// <inheritdoc/>
    public override bool StartsServer => true;

    /// <inheritdoc/>
    public override EndpointOptions Options => VoltOptions.All;

    /// <inheritdoc/>
    public override bool NamesServer(string endpoint) => !endpoint.TrimStart().StartsWith('?');

    /// <inheritdoc/>
    public override ITarget Open(TargetOptions options)
    {
        var contract = Contract(options.Durability);
        Client(options.Client);
        var endpoint = VoltEndpoint.Parse(options.Endpoint);
        var place = endpoint.Place ?? (options.ServerLimits is null ? FindLocal(endpoint, options) : null);
        ServerLease<PrivateVolt>? own = null;
        try
        {
            if (place is null)
            {
                var configuration = Plan(contract, endpoint, options);
                own = PrivateServers.Acquire(configuration, () => PrivateVolt.Start(configuration, options.Say, options.Cancellation));
                own.Server.EnsureRunning(options.Cancellation);
                place = own.Server.Place;
            }

            return VoltTarget.Connect(contract, endpoint, new VoltServer(place, endpoint.Connection(place, options)), own);
        }
        catch
        {
            own?.Dispose();
            throw;
        }
    }

    /// <inheritdoc/>
    public override TargetAvailability Probe(TargetOptions options)
    {
        try
        {
            var endpoint = VoltEndpoint.Parse(options.Endpoint);
            var quick = options with { RequestTimeout = ProbeTimeout < options.RequestTimeout ? ProbeTimeout : options.RequestTimeout };
            if ((endpoint.Place ?? FindLocal(endpoint, quick)) is not { } place)
            {
                return new(true, $"{Plan(Contract(options.Durability), endpoint, options).Home.Archive}: a private server is started for a run");
            }

            using var connection = new VoltServer(place, endpoint.Connection(place, quick)).Open();
            return new(true, $"VoltDB {VoltCatalog.Overview(connection).GetValueOrDefault("VERSION")} at {place}");
        }
        catch (WireException exception)
        {
            return new(false, VoltErrors.OfTarget("The server cannot be used", exception).Message);
        }
        catch (Exception exception) when (exception is TargetException or ArgumentException)
        {
            return new(false, exception.Message);
        }
    }

    private static VoltConfiguration Plan(DurabilityContract contract, VoltEndpoint endpoint, TargetOptions options)
    {
        if (contract != VoltContracts.Memory && contract != VoltContracts.Snapshot)
        {
            throw new TargetException($"--durability {contract.Name}: a private server has no command log, which the Community Edition leaves out; name a server of a commercial edition by --endpoint.");
        }

        return new(
            VoltHome.Find(endpoint.Home), endpoint.HeapMb, endpoint.Sites, contract == VoltContracts.Snapshot ? endpoint.SnapshotS : null, Path.GetFullPath(options.WorkFolder), options.ServerLimits);
    }

    /// <summary>One that answers on this machine's usual port, also by refusing us: the user is to hear of that, and not to get another server.</summary>
    private static VoltPlace? FindLocal(VoltEndpoint endpoint, TargetOptions options)
    {
        var local = new VoltPlace([new IPEndPoint(IPAddress.Loopback, VoltPlace.DefaultPort)], User: null);
        return !endpoint.WantsOwn && new VoltServer(local, endpoint.Connection(local, options) with { ConnectTimeout = ProbeTimeout, RequestTimeout = ProbeTimeout }).Answers() ? local : null;
    }
}
