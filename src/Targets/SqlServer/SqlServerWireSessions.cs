using DbIngest.Abstractions.Targets;
using DbIngest.Wire;
using DbIngest.Wire.Tds;

namespace DbIngest.Targets.SqlServer;

/// <summary>
/// Connects through DbIngest's own client, for <c>--client wire</c>. <see cref="SqlServerDefinition"/> creates one per target.
/// It refuses settings that the client does not support, and never ignores one that has a meaning.
/// </summary>
internal sealed class SqlServerWireSessions : SqlServerSessions
{
    /// <summary>
    /// Settings of a connection string that this client supports, or that do not matter for a connection that stays open.
    /// </summary>
    private static readonly HashSet<string> Known = new(StringComparer.OrdinalIgnoreCase)
    {
        "Data Source", "Initial Catalog", "User ID", "Password", "Encrypt", "Trust Server Certificate", "TrustServerCertificate",
            "Packet Size", "Connect Timeout", "Application Name",
        "Command Timeout", "Pooling", "Min Pool Size", "Max Pool Size", "Persist Security Info", "Enlist", "ConnectRetryCount",
            "Connect Retry Count",
        "ConnectRetryInterval", "Connect Retry Interval", "Load Balance Timeout", "Workstation ID", "Multiple Active Result Sets",
            "MultipleActiveResultSets",
    };

    private readonly TdsConnectionOptions _options;

    /// <summary>Checks the endpoint. Contacts no server.</summary>
    /// <param name="endpoint">The server and how to connect.</param>
    /// <param name="options">Password and timeouts.</param>
    /// <exception cref="ArgumentException">The endpoint asks for something that only the driver supports.</exception>
    public SqlServerWireSessions(SqlServerEndpoint endpoint, TargetOptions options)
        : base(endpoint, options.RequestTimeout)
    {
        Check(endpoint);
        _options = new TdsConnectionOptions
        {
            Host = endpoint.NetworkName,
            Port = endpoint.Port,
            User = endpoint.User,
            Password = () => endpoint.Password(options)?.Reveal(),
            Encryption = endpoint.Encrypt switch
            {
                "strict" => TdsEncryption.Strict,
                "false" => TdsEncryption.Optional,
                _ => TdsEncryption.Mandatory
            },
            Tls = new TlsOptions
            {
                TrustsMachineToo = true,
                Authorities = CertificateFiles.Authorities("ca", endpoint.Authority),
                ServerName = endpoint.CertificateName,
                AcceptsAnyCertificate = endpoint.TrustsAny,
            },
            PacketBytes = endpoint.PacketBytes,
            Socket = new SocketSettings
            {
                ConnectTimeout = endpoint.ConnectTimeout(options),
                RequestTimeout = options.RequestTimeout,
                KeepsAlive = true
            },
        };
    }

    public override string Protocol => _options.Encryption == TdsEncryption.Strict ? "TDS 8.0" : "TDS 7.4";

    public override ISqlServerSession Connect(string database, TimeSpan timeout) =>
        new SqlServerWireSession(TdsConnection.Open(_options with
        {
            Database = database,
            Socket = _options.Socket with { RequestTimeout = timeout },
        }));

    public override ISqlServerLoad ConnectWriting(SqlServerTable table) =>
        new SqlServerWireLoad(TdsConnection.Open(_options with { Database = Endpoint.Database }), table, Endpoint.RowsPerLoad);

    private static void Check(SqlServerEndpoint endpoint)
    {
        string? refused = endpoint.IsIntegrated ? "authentication by Windows or Kerberos"
            : endpoint.Instance is { } instance ? $"the named instance {instance}, without a port"
            : endpoint.IsStreaming ? "streaming=true, since it always streams"
            : endpoint.ConnectionString?.Keys.Cast<string>()
                .FirstOrDefault(key => endpoint.ConnectionString.ShouldSerialize(key) && !Known.Contains(key)) is { } key
                && key is not "Integrated Security" ? $"the setting '{key}'"
            : null;
        if (refused is not null)
        {
            throw new ArgumentException(
                $"--endpoint: the wire client does not do {refused}: leave it out (name HOST,PORT and a login of SQL Server), "
                + $"or take --client driver.");
        }

        if (endpoint.Authority is not null && (endpoint.Encrypt == "false" || endpoint.TrustsAny))
        {
            throw new ArgumentException(
                "--endpoint: ca is for encrypt=true and encrypt=strict without trust=true, where the server's certificate is "
                + "checked.");
        }
    }
}
