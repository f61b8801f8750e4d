using DbIngest.Abstractions.Targets;

namespace DbIngest.Targets.Tests.Http;

/// <summary>One private server for all tests of a collection, kept by a target that does nothing.</summary>
/// <param name="definition">The database.</param>
/// <param name="skipReason">Why there is no server, or null when there is one.</param>
/// <param name="kept">The options of the server that is kept.</param>
public abstract class HttpServerFixture(TargetDefinition definition, string? skipReason, string kept) : IDisposable
{
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory($"dbingest-{definition.Name}-");
    private ITarget? _server;

    /// <summary>The folder of all servers here.</summary>
    public string Folder => _folder.FullName;

    /// <summary>Where the kept server is; null where there is none.</summary>
    public virtual string? Endpoint => skipReason is null ? (_server ??= Open(kept)).AttachEndpoint : null;

    /// <summary>The processes of the kept server.</summary>
    public IReadOnlyList<int> Processes => _server?.ServerProcesses() ?? [];

    /// <summary>Opens a target.</summary>
    /// <param name="endpoint">Its endpoint; one without a server gets a private one.</param>
    /// <param name="password">The password.</param>
    /// <param name="durability">The contract.</param>
    /// <param name="client">What writes batches; null for the database's default.</param>
    public ITarget Open(string endpoint, string? password = null, string? durability = null, string? client = null)
    {
        return definition.Open(new TargetOptions
        {
            WorkFolder = _folder.FullName,
            Endpoint = endpoint,
            Password = password is null ? null : new Secret(password),
            Durability = durability,
            Client = client,
            RequestTimeout = TimeSpan.FromSeconds(30),
        });
    }

    /// <summary>Opens a target at the kept server.</summary>
    /// <param name="options">Its options.</param>
    /// <param name="durability">The contract.</param>
    public ITarget OpenKept(string options = "", string? durability = null)
    {
        string endpoint = Endpoint!;
        string separator = options.Length == 0 ? string.Empty : endpoint.Contains('?', StringComparison.Ordinal) ? "&" : "?";
        return Open(endpoint + separator + options, durability: durability);
    }

    public void Dispose()
    {
        _server?.Dispose();
        _folder.Delete(recursive: true);
        GC.SuppressFinalize(this);
    }
}
