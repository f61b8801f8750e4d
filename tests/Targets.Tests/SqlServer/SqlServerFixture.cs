using DbIngest.Abstractions.Targets;
using DbIngest.Tds.Endpoint;

namespace DbIngest.Targets.Tests.SqlServer;

/// <summary>
/// A server for the tests: the one that <c>DBINGEST_SQLSERVER_ENDPOINT</c> names, or else the endpoint of the tests, which speaks
/// the protocol and keeps tables in memory.
/// </summary>
public sealed class SqlServerFixture : IDisposable
{
    private const string OwnPassword = "S3cret-of-tests";

    private readonly TdsEndpoint? _endpoint;

    public SqlServerFixture()
    {
        string? real = Environment.GetEnvironmentVariable("DBINGEST_SQLSERVER_ENDPOINT");
        _endpoint = string.IsNullOrEmpty(real) ? Start() : null;
        Endpoint = _endpoint is null ? real! : At(_endpoint);
        Password = new Secret(_endpoint is null ? Environment.GetEnvironmentVariable("DBINGEST_SQLSERVER_PASSWORD")
            ?? string.Empty : OwnPassword);
    }

    /// <summary>Whether a real server is tested.</summary>
    public static bool IsReal => Environment.GetEnvironmentVariable("DBINGEST_SQLSERVER_ENDPOINT") is { Length: > 0 };

    public string Endpoint { get; }

    public Secret Password { get; }

    /// <summary>An endpoint with one user.</summary>
    public static TdsEndpoint Start(Func<EndpointOptions, EndpointOptions>? change = null)
    {
        var options = new EndpointOptions
        {
            Passwords =
            new Dictionary<string, string>(StringComparer.OrdinalIgnoreCase) { ["sa"] = OwnPassword }
        };
        return new TdsEndpoint(change?.Invoke(options) ?? options);
    }

    /// <summary>Where it is, as a user writes it.</summary>
    public static string At(TdsEndpoint endpoint, string more = "") =>
        FormattableString.Invariant($"127.0.0.1,{endpoint.Port}?encrypt=false{more}");

    /// <summary>How a target at it is opened.</summary>
    public static TargetOptions Options(TdsEndpoint endpoint, string client, string more = "") => new()
    {
        WorkFolder = Path.GetTempPath(),
        Endpoint = At(endpoint, more),
        Client = client,
        Password = new Secret(OwnPassword),
        RequestTimeout = TimeSpan.FromSeconds(10),
    };

    public void Dispose() => _endpoint?.Dispose();
}

[CollectionDefinition("sqlserver")]
public sealed class SqlServerDefinitionOfCollection : ICollectionFixture<SqlServerFixture>;
