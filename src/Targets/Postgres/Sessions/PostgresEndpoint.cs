using System.Globalization;
using System.Net;
using DbIngest.Abstractions.Endpoints;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Servers;
using Npgsql;

namespace DbIngest.Targets.Postgres.Sessions;

/// <summary>Where a server is. Prints without credentials.</summary>
internal sealed class PostgresEndpoint : ServerEndpoint
{
    /// <summary>The driver's write buffer.</summary>
    public const int DriverBufferBytes = 64 * 1024;

    /// <summary>The role of a private server.</summary>
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

    /// <summary>What the table is to be.</summary>
    public EndpointValues TableOptions => Values;

    /// <summary>Host name, address, or folder of the Unix socket.</summary>
    public string Host => _builder.Host ?? "localhost";

    /// <summary>The port.</summary>
    public int Port => _builder.Port;

    /// <summary>A connection string for another process; the password is handed over apart.</summary>
    /// <param name="address">The server: the named one, or the socket of a server of the run.</param>
    public override string At(ServerAddress address) => (IsNamed
        ? new NpgsqlConnectionStringBuilder(_builder.ConnectionString) { Password = null, SslPassword = null }.ConnectionString
        : AtSocket(address.Server)) + PostgresTableSettings.Write(TableOptions);

    /// <summary>The connection string of a private server.</summary>
    /// <param name="socket">The socket.</param>
    public static string AtSocket(EndPoint socket)
    {
        string path = socket.ToString()!;
        return $"Host={Path.GetDirectoryName(path)};Port={Path.GetExtension(path)[1..]};Username={Superuser};Database=postgres";
    }

    /// <summary>Reads what a user gave: a connection string, a URI, <c>host:port</c>, or a socket's folder.</summary>
    /// <param name="text">The endpoint; null or options alone for a server of the run.</param>
    /// <param name="password">The password from elsewhere; it wins over one in the text.</param>
    /// <returns>The endpoint.</returns>
    /// <exception cref="ArgumentException">It has none of the forms. The text is not repeated, since it may hold a
    /// secret.</exception>
    public static PostgresEndpoint Parse(string? text, Secret? password)
    {
        if (text is null || text.TrimStart().StartsWith('?'))
        {
            return OfPrivateServer(PostgresOptions.All.Read(text));
        }

        // Options are read apart: what is wrong with them is named without a piece of a password.
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
            // The driver's message may quote a piece of the text, and so of a password with an unquoted semicolon.
#pragma warning disable MA0054 // It must not travel as an inner exception either.
            throw new ArgumentException(
                $"--endpoint: {(PostgresEndpointFault.Of(place) is { Length: > 0 } fault ? $"{fault.TrimEnd('?')}{(fault.EndsWith('?') ? "?" : ".")} Expected is" : "not")} an Npgsql connection string (Host=...;Port=...;Username=...;Database=...), a "
                + "postgresql://user@host:port/database URI, or host:port, these two with options ('dbingest targets --db "
                + "postgres --options' lists them).");
#pragma warning restore MA0054
        }

        if (password is not null)
        {
            builder.Password = password.Reveal();
        }

        // What an exception may say beyond the server's message is rows and parameters: neither is ours to publish.
        builder.IncludeErrorDetail = false;
        builder.PersistSecurityInfo = false;
        return new(builder, ofTable);
    }

    /// <summary>The driver's settings for connections that this product opens.</summary>
    /// <param name="timeout">How long connecting or one command may take.</param>
    /// <returns>The builder, which holds the password.</returns>
    public NpgsqlConnectionStringBuilder ForSessions(TimeSpan timeout)
    {
        int seconds = (int)Math.Clamp(Math.Ceiling(timeout.TotalSeconds), 1, 1024);
        int connectSeconds = _builder.Keys.Any(key => key == "Timeout") && _builder.Timeout > 0 ? _builder.Timeout
            : DefaultConnectSeconds;
        return new(_builder.ConnectionString)
        {
            // One object is one server process: recovery must know which process may still be writing.
            Pooling = false,
            Multiplexing = false,
            Enlist = false,
            Timeout = Math.Min(seconds, connectSeconds),
            CommandTimeout = seconds,
            WriteBufferSize = DriverBufferBytes,
            ReadBufferSize = 64 * 1024,
            ApplicationName = _builder.ApplicationName ?? "dbingest",
        };
    }

    private static PostgresEndpoint OfPrivateServer(EndpointValues values) =>
        values.Given.Keys.FirstOrDefault(name => !PostgresOptions.IsOfTable(name)) is { } other
            ? throw new ArgumentException(
                $"--endpoint: {other} is for a server that is named: write HOST[:PORT] before the question mark, or leave it "
                + $"out for a private server.")
            : new(new(), values);

    private static NpgsqlConnectionStringBuilder FromUri(string text)
    {
        // libpq allows a user without a host (postgresql://user@/database), which the framework's parser does not.
        int authority = text.IndexOf("://", StringComparison.Ordinal) + 3;
        int end = text.IndexOf('/', authority) is >= 0 and var slash ? slash : text.Length;
        var uri = new Uri(end > authority && text[end - 1] == '@' ? text.Insert(end, "localhost") : text);
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
        return uri.UserInfo.Length == 0 && uri.PathAndQuery is "" or "/"
            ? new() { Host = uri.Host.Trim('[', ']'), Port = uri.Port > 0 ? uri.Port : 5432 }
            : throw new FormatException();
    }
}
