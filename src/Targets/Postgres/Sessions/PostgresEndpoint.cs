using System.Globalization;
using System.Net;
using DbIngest.Abstractions.Endpoints;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Servers;
using Npgsql;

namespace DbIngest.Targets.Postgres.Sessions;

/// <summary>
/// A parsed PostgreSQL endpoint: a connection string of Npgsql, a URI of libpq, <c>host:port</c>, or a socket's folder.
/// <c>PostgresDefinition</c> parses it before anything connects. <c>PostgresPlan</c> and <c>PostgresRecipe</c> parse those of the
/// private and deployed servers that they ask. Messages and <see cref="At"/> contain no password.
/// </summary>
internal sealed class PostgresEndpoint : ServerEndpoint
{
    /// <summary>Size of the driver's write buffer.</summary>
    public const int DriverBufferBytes = 64 * 1024;

    /// <summary>The user of a private server.</summary>
    public const string Superuser = "postgres";

    private const int DefaultConnectSeconds = 10;

    private static readonly Dictionary<string, string> UriParameters = new(StringComparer.Ordinal)
    {
        ["host"] = "Host",
        ["port"] = "Port",
        ["user"] = "Username",
        ["password"] = "Password",
        ["dbname"] = "Database",
        ["passfile"] = "Passfile",
        ["sslmode"] = "SSL Mode",
        ["sslrootcert"] = "Root Certificate",
        ["sslcert"] = "SSL Certificate",
        ["sslkey"] = "SSL Key",
        ["connect_timeout"] = "Timeout",
        ["application_name"] = "Application Name",
        ["options"] = "Options",
    };

    private readonly NpgsqlConnectionStringBuilder _builder;

    private PostgresEndpoint(NpgsqlConnectionStringBuilder builder, EndpointValues tableOptions)
        : base(tableOptions, form: null) => _builder = builder;

    /// <inheritdoc/>
    public override ServerAddress? Address => !IsNamed ? null
        : new(scheme: null, new DnsEndPoint(Host.StartsWith('/') ? "localhost" : Host, Port))
        {
            Shown = string.Create(CultureInfo.InvariantCulture, $"{Host}:{Port}/{_builder.Database ?? _builder.Username}"),
        };

    /// <summary>Options of the table.</summary>
    public EndpointValues TableOptions => Values;

    /// <summary>Host name, address, or folder of the Unix socket.</summary>
    public string Host => PlaceOf(_builder).Host;

    /// <summary>The port.</summary>
    public int Port => PlaceOf(_builder).Port;

    /// <summary>
    /// Host and port of Npgsql's settings. As in Npgsql, the host may end with the port, unless it is a socket's folder or an
    /// IPv6 address without brackets.
    /// </summary>
    /// <param name="settings">Npgsql's settings.</param>
    public static (string Host, int Port) PlaceOf(NpgsqlConnectionStringBuilder settings)
    {
        string host = settings.Host ?? "localhost";
        int colon = host.LastIndexOf(':');
        int bracket = host.LastIndexOf(']');
        return colon > 0 && colon > bracket && host[0] is not ('/' or '@')
            && host.AsSpan(bracket + 1).IndexOf(':') + bracket + 1 == colon
            && int.TryParse(host.AsSpan(colon + 1), CultureInfo.InvariantCulture, out int port)
            ? (host[..colon], port)
            : (host, settings.Port);
    }

    /// <summary>A connection string for another process, without the password.</summary>
    /// <param name="address">The named server, or the socket or address of a private server.</param>
    public override string At(ServerAddress address) => (IsNamed
        ? new NpgsqlConnectionStringBuilder(_builder.ConnectionString) { Password = null, SslPassword = null }.ConnectionString
        : AtPrivate(address.Server)) + PostgresTableSettings.Write(TableOptions);

    /// <summary>The connection string of a private server.</summary>
    /// <param name="server">The server's Unix socket, or its address in the run's private network.</param>
    public static string AtPrivate(EndPoint server)
    {
        string path = server.ToString()!;
        (string host, int port) = server is IPEndPoint ip
            ? (ip.Address.ToString(), ip.Port)
            : (Path.GetDirectoryName(path)!, int.Parse(Path.GetExtension(path.AsSpan())[1..], CultureInfo.InvariantCulture));

        // The builder quotes a folder with a semicolon.
        return new NpgsqlConnectionStringBuilder { Host = host, Port = port, Username = Superuser, Database = "postgres" }
            .ConnectionString;
    }

    /// <summary>Reads an endpoint: a connection string, a URI, <c>host:port</c>, or a socket's folder.</summary>
    /// <param name="text">The endpoint. Null, or options alone, for a private server.</param>
    /// <param name="password">The password of environment or file, which overrides one in the text.</param>
    /// <returns>The endpoint.</returns>
    /// <exception cref="ArgumentException">
    /// The text has none of the forms. The message does not repeat it, since it may contain a secret.
    /// </exception>
    public static PostgresEndpoint Parse(string? text, Secret? password)
    {
        if (text is null || text.TrimStart().StartsWith('?'))
        {
            return OfPrivateServer(PostgresOptions.All.Read(text));
        }

        // Options are read separately, so that a message about them cannot contain part of a password.
        bool isUri = text.StartsWith("postgresql://", StringComparison.Ordinal)
            || text.StartsWith("postgres://", StringComparison.Ordinal);
        int query = isUri || PostgresOptions.All.Applies(text) ? text.IndexOf('?', StringComparison.Ordinal) : -1;
        var values = query < 0 ? null : PostgresOptions.All.Read(text);
        var ofTable = query < 0 ? PostgresTableSettings.Take(text) : PostgresTableSettings.Of(values!, text[..query]);
        string place = ofTable.Place;
        NpgsqlConnectionStringBuilder builder;
        try
        {
            builder = isUri ? FromUri(place) : place.Contains('=', StringComparison.Ordinal) ? new(place) : FromHost(place);
            foreach (var (name, value) in values?.Given.Where(o => !PostgresOptions.IsOfTable(o.Key)) ?? [])
            {
                // libpq writes verify-full, Npgsql VerifyFull.
                builder[UriParameters[name]] = name == "sslmode" ? value.Replace("-", string.Empty, StringComparison.Ordinal)
                    : value;
            }
        }
        catch (Exception e) when (
            e is ArgumentException or FormatException or KeyNotFoundException or OverflowException or InvalidCastException)
        {
            // The driver's message may quote part of a password that contains an unquoted semicolon.
#pragma warning disable MA0054 // It must not travel as an inner exception either.
            throw new ArgumentException(
                $"--endpoint: {(PostgresEndpointFault.Of(place) is { Length: > 0 } fault ? $"{fault.TrimEnd('?')}{(fault.EndsWith('?') ? "?" : ".")} Expected is" : "not")} an Npgsql connection string (Host=...;Port=...;Username=...;Database=...), a "
                + "postgresql://user@host:port/database URI, or host:port, these two with options ('dbingest targets --db "
                + "postgres --options' lists them).");
#pragma warning restore MA0054
        }

        CheckEncryption(builder);
        if (password is not null)
        {
            builder.Password = password.Reveal();
        }

        // Error details contain rows and parameters, which must not be published.
        builder.IncludeErrorDetail = false;
        builder.PersistSecurityInfo = false;
        return new(builder, ofTable);
    }

    /// <summary>The driver's settings for sessions of this product.</summary>
    /// <param name="timeout">Timeout of connecting, and of one command.</param>
    /// <returns>The settings, which include the password.</returns>
    public NpgsqlConnectionStringBuilder ForSessions(TimeSpan timeout)
    {
        // The driver counts milliseconds in 32 bits.
        int seconds = (int)Math.Clamp(Math.Ceiling(timeout.TotalSeconds), 1, int.MaxValue / 1000);
        int connectSeconds = _builder.Keys.Any(key => key == "Timeout") && _builder.Timeout > 0 ? _builder.Timeout
            : DefaultConnectSeconds;
        return new(_builder.ConnectionString)
        {
            // Recovery must know which server process may still write, so connections are not pooled.
            Pooling = false,
            Multiplexing = false,
            Enlist = false,
            Timeout = Math.Min(seconds, connectSeconds),
            CommandTimeout = seconds,

            // A command that is late fails. Otherwise Npgsql waits for the answer to its cancellation, and a commit that waits
            // for a standby answers it by ending the wait: the command would be done although no standby has its change.
            CancellationTimeout = -1,
            WriteBufferSize = DriverBufferBytes,
            ReadBufferSize = 64 * 1024,
            ApplicationName = _builder.ApplicationName ?? "dbingest",
        };
    }

    /// <summary>Refuses options of encryption that both clients would ignore.</summary>
    private static void CheckEncryption(NpgsqlConnectionStringBuilder settings)
    {
        if (settings.SslKey is { Length: > 0 } && PostgresWireOptions.CertificateOf(settings) is null)
        {
            throw new ArgumentException("--endpoint: sslkey: there is no certificate that it is the key of; give sslcert=FILE "
                + "too, in a connection string SSL Certificate=FILE.");
        }

        if (settings.RootCertificate is { Length: > 0 } && settings.SslMode is SslMode.Allow or SslMode.Prefer or SslMode.Require)
        {
            throw new ArgumentException("--endpoint: sslrootcert: only sslmode=verify-ca and verify-full, in a connection string "
                + "SSL Mode=VerifyCA and VerifyFull, check the server's certificate; give one of them, or leave "
                + "sslrootcert out.");
        }
    }

    private static PostgresEndpoint OfPrivateServer(EndpointValues values) =>
        values.Given.Keys.FirstOrDefault(name => !PostgresOptions.IsOfTable(name)) is { } other
            ? throw new ArgumentException(
                $"--endpoint: {other} is for a server that is named: write HOST[:PORT] before the question mark, or leave it "
                + $"out for a private server.")
            : new(new(), values);

    private static NpgsqlConnectionStringBuilder FromUri(string text)
    {
        // libpq accepts a user without a host (postgresql://user@/database). The framework's parser does not.
        int authority = text.IndexOf("://", StringComparison.Ordinal) + 3;
        int end = text.IndexOf('/', authority) is >= 0 and var slash ? slash : text.Length;
        var uri = new Uri(end > authority && text[end - 1] == '@' ? text.Insert(end, "localhost") : text);
        RefusePortZero(uri);
        var builder = new NpgsqlConnectionStringBuilder
        {
            Host = uri.Host.Length > 0 ? Uri.UnescapeDataString(uri.Host)
            : "localhost"
        };
        if (uri.Port > 0)
        {
            builder.Port = uri.Port;
        }

        string[] user = uri.UserInfo.Split(':', 2);
        if (user[0].Length > 0)
        {
            builder.Username = Uri.UnescapeDataString(user[0]);
        }

        if (user.Length > 1)
        {
            builder.Password = Uri.UnescapeDataString(user[1]);
        }

        if (uri.AbsolutePath.Length > 1)
        {
            builder.Database = Uri.UnescapeDataString(uri.AbsolutePath[1..]);
        }

        return builder;
    }

    private static NpgsqlConnectionStringBuilder FromHost(string text)
    {
        if (text.Length == 0 || text.Any(char.IsWhiteSpace))
        {
            throw new FormatException();
        }

        if (text.StartsWith('/'))
        {
            return new() { Host = text };
        }

        var uri = new Uri("postgresql://" + text);
        RefusePortZero(uri);
        return uri.UserInfo.Length == 0 && uri.PathAndQuery is "" or "/"
            ? new() { Host = uri.Host.Trim('[', ']'), Port = uri.Port > 0 ? uri.Port : 5432 }
            : throw new FormatException();
    }

    /// <summary>Refuses port 0, which would be taken for no port and so for the default port.</summary>
    private static void RefusePortZero(Uri uri)
    {
        if (uri.Port == 0)
        {
            throw new FormatException();
        }
    }
}
