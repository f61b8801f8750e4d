using DbIngest.Abstractions.Targets;
using DbIngest.Wire;
using DbIngest.Wire.Tds;

namespace DbIngest.Targets.SqlServer;

/// <summary>Connections of our own client.</summary>
internal sealed class WireSessions : SqlServerSessions
{
    /// <summary>
    /// Settings of a connection string that mean the same here, or nothing to a connection that is opened once and kept.
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

    /// <summary>Makes ready.</summary>
    /// <param name="endpoint">The server.</param>
    /// <param name="options">The time-outs.</param>
    /// <exception cref="ArgumentException">The endpoint asks for what only the driver can do.</exception>
    public WireSessions(SqlServerEndpoint endpoint, TargetOptions options)
        : base(endpoint, options.RequestTimeout)
    {
        Check(endpoint);
        _options = new TdsConnectionOptions
        {
            Host = endpoint.Host is "." or "(local)" ? "localhost" : endpoint.Host,
            Port = endpoint.Port,
            User = endpoint.User,
            Password = () => endpoint.Password?.Reveal(),
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
                ConnectTimeout = options.ConnectTimeout,
                RequestTimeout = options.RequestTimeout,
                KeepsAlive = true
            },
        };
    }

    public override string Client => WriteClient.Wire;

    public override string Version =>
        $"DbIngest {BuildStamp.Of(typeof(TdsConnection)).Number}, TDS "
        + $"{(_options.Encryption == TdsEncryption.Strict ? "8.0" : "7.4")}";

    public override ISqlSession Connect(string database, TimeSpan patience) =>
        new SqlServerWireSession(TdsConnection.Open(_options with
        {
            Database = database,
            Socket = _options.Socket with { RequestTimeout = patience },
        }));

    public override ISqlServerSession ConnectWriting(SqlServerTable table, int valueCount) =>
        new WireLoad(TdsConnection.Open(_options with { Database = Endpoint.Database }), table, Endpoint.RowsALoad, valueCount);

    private static void Check(SqlServerEndpoint endpoint)
    {
        string? refused = endpoint.IsIntegrated ? "authentication by Windows or Kerberos"
            : endpoint.Instance is { } instance ? $"the named instance {instance}, which has no port of its own in it"
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
    }
}
