using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Http;
using DbIngest.Targets.Servers;
using DbIngest.Wire.Http;

namespace DbIngest.Targets.QuestDb;

/// <summary>
/// The endpoint of QuestDB after reading: the address, and the options of <see cref="QuestDbOptions"/>.
/// <see cref="QuestDbDefinition"/> reads it when a target is opened. Without a user, the password is sent as a bearer token.
/// Immutable. It contains no password.
/// </summary>
/// <param name="text">The endpoint. Null for the default.</param>
/// <exception cref="ArgumentException">The endpoint is invalid, or a value is out of range.</exception>
internal sealed class QuestDbEndpoint(string? text)
    : HttpEndpoint(QuestDbOptions.All.Read(text), QuestDbDefinition.Database, DefaultPort)
{
    /// <summary>The vendor's default port for HTTP.</summary>
    public const int DefaultPort = 9000;

    public string Table => Values.Text("table")!;

    /// <summary>Period of one partition of the table, for example <c>day</c>.</summary>
    public string Partition => Values.Text("partition")!;

    /// <summary>True to send doubles as 8 bytes. Null to do so if the server accepts them.</summary>
    public bool? IsBinary => Values.Text("doubles") switch { "binary" => true, "text" => false, _ => null };

    /// <summary>Largest heap of Java in MiB, for a private server.</summary>
    public int HeapMb => Values.Mebibytes("heap")!.Value;

    /// <summary>Credentials: the user's password, or a token if there is no user.</summary>
    protected override Func<string>? Authorization(ServerAddress address, Secret? password) =>
        address.User is null && password is not null ? () => HttpConnectionOptions.Bearer(password.Reveal())
            : base.Authorization(address, password);
}
