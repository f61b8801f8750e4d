using DbIngest.Wire.Pg;
using Npgsql;

namespace DbIngest.Targets.Postgres.Sessions;

/// <summary>
/// Translates Npgsql's settings, with its environment variables and default files, into options of DbIngest's own client, so
/// that one connection string means the same to both. <c>PostgresDefinition</c> calls it when it opens a target, and
/// <see cref="PostgresProbe"/> before. It refuses settings that the client does not support, by name, and never ignores one
/// that has a meaning.
/// </summary>
internal static class PostgresWireOptions
{
    /// <summary>Settings that are translated.</summary>
    private static readonly string[] Used =
    [
        "Host", "Port", "Database", "Username", "Password", "Passfile", "Application Name", "Search Path", "Client Encoding",
            "Timezone", "Options",
        "SSL Mode", "SSL Negotiation", "SSL Certificate", "SSL Key", "SSL Password", "Root Certificate",
            "Check Certificate Revocation",
        "Channel Binding", "GSS Encryption Mode", "Timeout", "Command Timeout", "Tcp Keepalive", "Tcp Keepalive Time",
            "Tcp Keepalive Interval",
        "Socket Receive Buffer Size", "Socket Send Buffer Size",
    ];

    /// <summary>
    /// Settings that have no meaning for the wire client: pools, automatic preparation, types, buffers and logs of Npgsql.
    /// </summary>
    private static readonly string[] WithoutMeaning =
    [
        "Pooling", "Minimum Pool Size", "Maximum Pool Size", "Connection Idle Lifetime", "Connection Pruning Interval",
            "Connection Lifetime",
        "Multiplexing", "Enlist", "Persist Security Info", "Log Parameters", "Include Error Detail",
            "Include Failed Batched Command",
        "Read Buffer Size", "Write Buffer Size", "Max Auto Prepare", "Auto Prepare Min Usages", "No Reset On Close",
            "Array Nullability Mode",
        "Encoding", "Cancellation Timeout", "Write Coalescing Buffer Threshold Bytes", "Load Table Composites",
            "Trust Server Certificate",
    ];

    private static readonly HashSet<string> Known = new(Used.Concat(WithoutMeaning).Select(Plain), StringComparer.Ordinal);

    /// <summary>Translates the settings.</summary>
    /// <param name="settings">Npgsql's settings for a session.</param>
    /// <param name="timeout">Timeout of one request.</param>
    /// <returns>The options.</returns>
    /// <exception cref="ArgumentException">The client does not support a setting, or a certificate cannot be read.</exception>
    public static PgConnectionOptions From(NpgsqlConnectionStringBuilder settings, TimeSpan timeout)
    {
        Check(settings);
        var (host, port) = PostgresEndpoint.PlaceOf(settings);
        string user = Text(settings.Username, "PGUSER") ?? Environment.UserName;
        return new()
        {
            Host = host,
            Port = port,
            User = user,
            Password = () => Text(settings.Password, "PGPASSWORD")
                ?? PostgresPassfile.Find(settings.Passfile, host, port, settings.Database ?? user, user),
            Parameters = Parameters(settings),
            Tls = Tls(settings),
            ChannelBinding = Enum.Parse<PgChannelBinding>(settings.ChannelBinding.ToString()),
            Socket = new()
            {
                ConnectTimeout = settings.Timeout == 0 ? timeout : TimeSpan.FromSeconds(settings.Timeout),
                RequestTimeout = timeout,
                KeepsAlive = settings.TcpKeepAlive,
                KeepAliveTimeS = settings.TcpKeepAliveTime,
                KeepAliveIntervalS = settings.TcpKeepAliveInterval,
                ReceiveBufferBytes = settings.SocketReceiveBufferSize,
                SendBufferBytes = settings.SocketSendBufferSize,
            },
        };
    }

    /// <summary>The file of the client's certificate, as Npgsql finds it too. Null for none.</summary>
    /// <param name="settings">Npgsql's settings.</param>
    public static string? CertificateOf(NpgsqlConnectionStringBuilder settings) =>
        Text(settings.SslCertificate, "PGSSLCERT") ?? DefaultFile("postgresql.crt");

    private static void Check(NpgsqlConnectionStringBuilder settings)
    {
        string? unknown = settings.Keys.Cast<string>().FirstOrDefault(key => !Known.Contains(Plain(key)))
            ?? (settings.Host?.Contains(',', StringComparison.Ordinal) == true ? "Host with several hosts" : null)
            ?? (IsSet(settings, "GSS Encryption Mode", "PGGSSENCMODE", "require") ? "GSS Encryption Mode=Require" : null)
            ?? (Environment.GetEnvironmentVariable("PGREQUIREAUTH") is { Length: > 0 } ? "PGREQUIREAUTH" : null);
        if (unknown is not null)
        {
            throw new ArgumentException(
                $"--endpoint: the wire client does not know the setting '{unknown}': leave it out, or take --client driver.");
        }
    }

    private static Dictionary<string, string> Parameters(NpgsqlConnectionStringBuilder settings)
    {
        var parameters = new Dictionary<string, string>(StringComparer.Ordinal)
        {
            ["client_encoding"] = Text(settings.ClientEncoding, "PGCLIENTENCODING") ?? "UTF8",
        };
        Add("database", settings.Database);
        Add("application_name", settings.ApplicationName);
        Add("search_path", settings.SearchPath);
        Add("TimeZone", Text(settings.Timezone, "PGTZ"));
        Add("options", Text(settings.Options, "PGOPTIONS"));
        return parameters;

        void Add(string name, string? value)
        {
            if (value is { Length: > 0 })
            {
                parameters[name] = value;
            }
        }
    }

    private static PgTlsOptions Tls(NpgsqlConnectionStringBuilder settings)
    {
        var mode = Enum.Parse<PgTlsMode>(settings.SslMode.ToString(), ignoreCase: true);
        var options = new PgTlsOptions
        {
            Mode = mode,
            IsDirect = IsSet(settings, "SSL Negotiation", "PGSSLNEGOTIATION", "direct"),
            ChecksRevocation = settings.CheckCertificateRevocation,
        };
        if (mode == PgTlsMode.Disable)
        {
            return options;
        }

        string? root = mode >= PgTlsMode.VerifyCa ? Text(settings.RootCertificate, "PGSSLROOTCERT") ?? DefaultFile("root.crt")
            : null;
        string? own = CertificateOf(settings);
        return options with
        {
            Authorities = CertificateFiles.Authorities("sslrootcert", root),
            ClientCertificate = CertificateFiles.Client("sslcert", own, Text(settings.SslKey, "PGSSLKEY")
                ?? DefaultFile("postgresql.key"), settings.SslPassword),
        };
    }

    private static bool IsSet(NpgsqlConnectionStringBuilder settings, string name, string variable, string value) =>
        string.Equals(settings.ContainsKey(name) ? settings[name].ToString()
            : Environment.GetEnvironmentVariable(variable), value, StringComparison.OrdinalIgnoreCase);

    private static string? Text(string? setting, string variable) =>
        setting is { Length: > 0 } ? setting : Environment.GetEnvironmentVariable(variable) is { Length: > 0 } value ? value
            : null;

    private static string? DefaultFile(string name)
    {
        string path = Path.Combine(Environment.GetFolderPath(Environment.SpecialFolder.UserProfile), ".postgresql", name);
        return File.Exists(path) ? path : null;
    }

    // Npgsql names a setting with or without spaces.
    private static string Plain(string name) => name.Replace(" ", string.Empty, StringComparison.Ordinal).ToUpperInvariant();
}
