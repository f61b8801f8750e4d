using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Http;
using DbIngest.Targets.Servers;
using DbIngest.Wire.Http;

namespace DbIngest.Targets.ClickHouse;

/// <summary>
/// The endpoint of ClickHouse after reading: the address, and the options of <see cref="ClickHouseOptions"/>.
/// <see cref="ClickHouseDefinition"/> reads it when a target is opened or probed, before anything connects, and
/// <see cref="ClickHouseTarget"/> takes table, settling and grouping from it. A password without a user is that of the user
/// <c>default</c>. Immutable. It contains no password.
/// </summary>
/// <param name="text">The endpoint. Null for the default.</param>
/// <exception cref="ArgumentException">The endpoint is invalid, or a value is out of range.</exception>
internal sealed class ClickHouseEndpoint(string? text)
    : HttpEndpoint(ClickHouseOptions.All.Read(text), ClickHouseDefinition.Database, DefaultPort)
{
    /// <summary>The vendor's default port for HTTP.</summary>
    public const int DefaultPort = 8123;

    private const string DefaultUser = "default";

    public string Database => Values.Text("database")!;

    public string Table => Values.Text("table")!;

    /// <summary>True if settling merges the table into one part.</summary>
    public bool Optimizes => Values.Text("settle") == "optimize";

    /// <summary>True if batches of several writers are sent as one insertion.</summary>
    public bool Groups => Values.Text("group") == "true";

    /// <inheritdoc/>
    protected override Func<string>? Authorization(ServerAddress address, Secret? password) =>
        address.User is null && password is not null ? () => HttpConnectionOptions.Basic(DefaultUser, password.Reveal())
            : base.Authorization(address, password);
}
