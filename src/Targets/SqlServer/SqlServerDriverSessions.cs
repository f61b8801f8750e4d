using DbIngest.Abstractions.Targets;
using Microsoft.Data.SqlClient;

namespace DbIngest.Targets.SqlServer;

/// <summary>
/// Connects through Microsoft.Data.SqlClient, the vendor's driver, for <c>--client driver</c>.
/// <see cref="SqlServerDefinition"/> creates one per target. Pooling and the driver's own retries must stay off, because
/// recovery must know that a session has ended.
/// </summary>
internal sealed class SqlServerDriverSessions : SqlServerSessions
{
    private readonly SqlConnectionStringBuilder _settings;

    /// <summary>Checks the endpoint. Contacts no server.</summary>
    /// <param name="endpoint">The server and how to connect.</param>
    /// <param name="options">Password and timeouts.</param>
    /// <exception cref="ArgumentException">The endpoint asks for something that the driver lacks.</exception>
    /// <exception cref="TargetException">The driver does not work in this process.</exception>
    public SqlServerDriverSessions(SqlServerEndpoint endpoint, TargetOptions options)
        : base(endpoint, options.RequestTimeout)
    {
        if (SqlServerCultures.Missing is { } missing)
        {
            throw new TargetException($"SqlClient does not run here: {missing}", isUnreachable: true);
        }

        if (endpoint.Authority is not null)
        {
            throw new ArgumentException(
                "--endpoint: ca=FILE is for the wire client: SqlClient trusts the machine's authorities only (on Linux also "
                + "those of SSL_CERT_FILE); or say trust=true.");
        }

        if (endpoint is { Encrypt: "strict", TrustsAny: true })
        {
            throw new ArgumentException(
                "--endpoint: with encrypt=strict SqlClient checks the certificate always: leave trust=true out, or take "
                + "encrypt=true.");
        }

        _settings = new SqlConnectionStringBuilder(endpoint.ConnectionString?.ConnectionString ?? string.Empty)
        {
            DataSource = endpoint.Instance is null ? FormattableString.Invariant($"{endpoint.Host},{endpoint.Port}")
                : endpoint.DataSource,
            Encrypt = endpoint.Encrypt switch
            {
                "strict" => SqlConnectionEncryptOption.Strict,
                "false" => SqlConnectionEncryptOption.Optional,
                _ => SqlConnectionEncryptOption.Mandatory,
            },
            TrustServerCertificate = endpoint.TrustsAny,
            PacketSize = endpoint.PacketBytes,
            ConnectTimeout = Math.Max(1, (int)Math.Ceiling(endpoint.ConnectTimeout(options).TotalSeconds)),

            // Recovery must know that a session has ended, so connections are not pooled. The pipeline retries and counts.
            Pooling = false,
            ConnectRetryCount = 0,
            Enlist = false,
            MultipleActiveResultSets = false,
            PersistSecurityInfo = false,
            ApplicationName = "dbingest",
        };
        if (!endpoint.IsIntegrated)
        {
            _settings.UserID = endpoint.User;
            _settings.Password = endpoint.Password(options)?.Reveal() ?? string.Empty;
        }

        if (endpoint.CertificateName is { } name)
        {
            _settings.HostNameInCertificate = name;
        }
    }

    public override string Driver => $"Microsoft.Data.SqlClient {BuildStamp.Of(typeof(SqlConnection)).Number}";

    public override ISqlServerSession Connect(string database, TimeSpan timeout) =>
        new SqlServerDriverSession(Opened(database), timeout);

    public override ISqlServerLoad ConnectWriting(SqlServerTable table) =>
        new SqlServerDriverLoad(Opened(Endpoint.Database), table, Endpoint, Timeout);

    private SqlConnection Opened(string database)
    {
        var connection = new SqlConnection(
            new SqlConnectionStringBuilder(_settings.ConnectionString) { InitialCatalog = database }.ConnectionString);
        try
        {
            connection.Open();
            return connection;
        }
        catch
        {
            connection.Dispose();
            throw;
        }
    }
}
