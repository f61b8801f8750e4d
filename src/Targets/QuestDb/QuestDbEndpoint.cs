using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Http;
using DbIngest.Targets.Servers;
using DbIngest.Wire.Http;

namespace DbIngest.Targets.QuestDb;

/// <summary>Where the server is and how it is written to, with the options of <see cref="QuestDbOptions"/>.</summary>
/// <param name="text">The text. Null for the default.</param>
/// <exception cref="ArgumentException">It is not of the form, or a value is out of range.</exception>
internal sealed class QuestDbEndpoint(string? text)
    : HttpEndpoint(QuestDbOptions.All.Read(text), QuestDbDefinition.Database, DefaultPort)
{
    /// <summary>The port of its HTTP server.</summary>
    public const int DefaultPort = 9000;

    public string Table => Values.Text("table")!;

    public string Partition => Values.Text("partition")!;

    /// <summary>True if doubles travel as their bytes. Null for wherever the server takes them.</summary>
    public bool? IsBinary => Values.Text("doubles") switch { "binary" => true, "text" => false, _ => null };

    public int HeapMb => Values.Mebibytes("heap")!.Value;

    /// <summary>A user's password, or a token where there is no user.</summary>
    protected override Func<string>? Authorization(ServerAddress address, Secret? password) =>
        address.User is null && password is not null ? () => HttpConnectionOptions.Bearer(password.Reveal())
            : base.Authorization(address, password);
}
