using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Http;
using DbIngest.Targets.Servers;
using DbIngest.Wire.Http;

namespace DbIngest.Targets.ClickHouse;

/// <summary>Where the server is and how it is written to, with the options of <see cref="ClickHouseOptions"/>.</summary>
/// <param name="text">The text. Null for the default.</param>
/// <exception cref="ArgumentException">It is not of the form, or a value is out of range.</exception>
internal sealed class ClickHouseEndpoint(string? text)
    : HttpEndpoint(ClickHouseOptions.All.Read(text), ClickHouseDefinition.Database, DefaultPort)
{
    /// <summary>The port of its HTTP server.</summary>
    public const int DefaultPort = 8123;

    private const string DefaultUser = "default";

    public string Database => Values.Text("database")!;

    public string Table => Values.Text("table")!;

    /// <summary>True if settling merges everything into one part.</summary>
    public bool Optimizes => Values.Text("settle") == "optimize";

    /// <inheritdoc/>
    protected override Func<string>? Authorization(ServerAddress address, Secret? password) =>
        address.User is null && password is not null ? () => HttpConnectionOptions.Basic(DefaultUser, password.Reveal())
            : base.Authorization(address, password);
}
