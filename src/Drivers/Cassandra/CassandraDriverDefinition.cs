using DbIngest.Core.Targets;
using DbIngest.Targets;
using DbIngest.Targets.Cassandra;

namespace DbIngest.Drivers.Cassandra;

/// <summary>Apache Cassandra with both of its clients: our own, and the vendor's driver (CassandraCSharpDriver).</summary>
public sealed class CassandraDriverDefinition : CassandraDefinition
{
    /// <inheritdoc/>
    public override IReadOnlyList<string> Clients => [.. base.Clients, OfficialDrivers.Client];

    /// <inheritdoc/>
    public override IReadOnlyList<string> KeyedClients => Clients;

    /// <inheritdoc/>
    public override IReadOnlyDictionary<string, string> AbsentClients { get; } = new Dictionary<string, string>();

    /// <inheritdoc/>
    public override ITarget Open(TargetOptions options)
    {
        var wire = base.Open(options);
        if (!string.Equals(options.Client, OfficialDrivers.Client, StringComparison.OrdinalIgnoreCase))
        {
            return wire;
        }

        try
        {
            return new DriverTarget(wire, Contract(options.Durability), options);
        }
        catch
        {
            wire.Dispose();
            throw;
        }
    }
}
