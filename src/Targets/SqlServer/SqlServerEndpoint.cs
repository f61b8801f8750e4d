using System.Globalization;
using DbIngest.Abstractions.Endpoints;
using DbIngest.Abstractions.Targets;
using DbIngest.Wire.Tds;
using Microsoft.Data.SqlClient;

namespace DbIngest.Targets.SqlServer;

/// <summary>
/// Where a server is and how it is used: <c>HOST[,PORT]</c> or a connection string of SqlClient, either with the options of
/// <see cref="SqlServerOptions"/> behind a question mark. Prints without credentials.
/// </summary>
internal sealed class SqlServerEndpoint
{
    public const int DefaultPort = 1433;

    private readonly EndpointValues _values;
    private readonly SqlConnectionStringBuilder? _string;

    private SqlServerEndpoint(EndpointValues values, SqlConnectionStringBuilder? connectionString, string dataSource,
        Secret? password)
    {
        _values = values;
        _string = connectionString;
        DataSource = dataSource;
        Password = password;
    }

    /// <summary>The server as SqlClient names it: host, instance, port.</summary>
    public string DataSource { get; }

    /// <summary>The password; null when there is none.</summary>
    public Secret? Password { get; }

    /// <summary>The settings of a connection string; null where the endpoint is none.</summary>
    public SqlConnectionStringBuilder? ConnectionString => _string;

    /// <summary>Name or address, without protocol, instance and port.</summary>
    public string Host => Place().Host;

    /// <summary>The port.</summary>
    public int Port => Place().Port ?? DefaultPort;

    /// <summary>The named instance, which only the driver finds; null for none. <c>(localdb)</c> is one.</summary>
    public string? Instance => Place().Instance;

    /// <summary>Whether Windows or Kerberos says who logs in, which only the driver can do.</summary>
    public bool IsIntegrated => _string?.IntegratedSecurity == true;

    public string User => _string is { UserID.Length: > 0 } && !_values.Given.ContainsKey("user") ? _string.UserID
        : _values.Text("user")!;

    public string Database => _string is { InitialCatalog.Length: > 0 } && !_values.Given.ContainsKey("database")
        ? _string.InitialCatalog : _values.Text("database")!;

    public string Store => _values.Text("store")!;

    public string Compression => _values.Text("compression")!;

    public bool LocksTable => (_values.Text("lock") ?? (Store == SqlServerOptions.Heap ? "table" : "row")) == "table";

    /// <summary>Rows a bulk load; 0 for all of a batch.</summary>
    public int RowsALoad => _values.Number("batch")!.Value;

    public int PacketBytes => _string is not null && !_values.Given.ContainsKey("packet") ? _string.PacketSize
        : _values.Number("packet")!.Value;

    public bool IsStreaming => _values.Flag("streaming");

    /// <summary><c>true</c>, <c>false</c> or <c>strict</c>.</summary>
    public string Encrypt => _string is not null && _string.ShouldSerialize("Encrypt") && !_values.Given.ContainsKey("encrypt")
        ? _string["Encrypt"]
            .ToString()!.ToLowerInvariant() switch
        { "true" or "mandatory" => "true", "strict" => "strict", _ => "false" }
        : _values.Text("encrypt")!;

    public string? Authority => _values.Text("ca");

    public string? CertificateName => _values.Text("tls_name");

    public bool TrustsAny => _values.Flag("trust")
        || (_string?.TrustServerCertificate == true && !_values.Given.ContainsKey("trust"));

    public string Recovery => _values.Text("recovery")!;

    public int DataMb => _values.Mebibytes("data")!.Value;

    public int LogMb => _values.Mebibytes("log")!.Value;

    /// <summary>What the server's memory must be, in MB; null where that is not asked for.</summary>
    public int? ServerMemoryMb => _values.Mebibytes("server_memory");

    /// <summary>Options that were given and that only a database of our own has.</summary>
    public IEnumerable<string> OfOwnDatabase => _values.Given.Keys.Where(k => k is "recovery" or "data" or "log");

    /// <summary>Options that were given and that only SQL Server itself has.</summary>
    public IEnumerable<string> OfSqlServer => _values.Given
        .Where(g => g.Key is "recovery" or "data" or "log" or "server_memory"
            || (g.Key is "store" && g.Value != SqlServerOptions.Heap) || (g.Key is "compression" && g.Value != "none")
            || (g.Key is "lock" && g.Value == "table"))
        .Select(g => g.Key);

    /// <summary>Whether the server runs on this machine, as far as its address tells.</summary>
    public bool IsLocal => Instance is not null && Host.StartsWith('(') || OwnMachine.Has(Host is "." ? "localhost" : Host);

    /// <summary>An endpoint for another process; the password is handed over apart.</summary>
    public string WithoutPassword
    {
        get
        {
            if (_string is null)
            {
                return _values.At(_values.Place.Length > 0 ? _values.Place : DataSource, withPrivateServer: true);
            }

            var bare = new SqlConnectionStringBuilder(_string.ConnectionString);
            bare.Remove("Password");
            return _values.At(bare.ConnectionString, withPrivateServer: true);
        }
    }

    /// <summary>Reads what a user gave.</summary>
    /// <param name="text">The endpoint; null for the server at this machine's usual port.</param>
    /// <param name="password">The password from elsewhere; it wins over one in the text.</param>
    /// <returns>The endpoint.</returns>
    /// <exception cref="ArgumentException">It is of neither form. A connection string is not repeated, since it may hold a
    /// secret.</exception>
    public static SqlServerEndpoint Parse(string? text, Secret? password)
    {
        var values = SqlServerOptions.All.Read(text);
        SqlServerEndpoint endpoint;
        if (values.Place.Contains('=', StringComparison.Ordinal))
        {
            var settings = Settings(values.Place);
            endpoint = new SqlServerEndpoint(values, settings, settings.DataSource.Length > 0 ? settings.DataSource
                : "localhost", password ?? (settings.Password.Length > 0 ? new Secret(settings.Password) : null));
        }
        else
        {
            endpoint = new SqlServerEndpoint(values, connectionString: null, values.Place.Length > 0 ? values.Place.Trim()
                : "localhost", password);
        }

        endpoint.Check();
        return endpoint;
    }

    /// <inheritdoc/>
    public override string ToString() => string.Create(CultureInfo.InvariantCulture, $"{DataSource}/{Database}");

    private static SqlConnectionStringBuilder Settings(string text)
    {
        try
        {
            return new SqlConnectionStringBuilder(text);
        }
        catch (Exception e) when (
            e is ArgumentException or FormatException or KeyNotFoundException or OverflowException or InvalidCastException)
        {
            // The driver's message may quote a piece of the text, and so of a password with an unquoted semicolon.
#pragma warning disable MA0054 // It must not travel as an inner exception either.
            throw new ArgumentException(
                "--endpoint: not HOST[,PORT][?OPTION=VALUE&...], nor a connection string that SqlClient takes "
                + "(Server=...;User ID=...;Initial Catalog=...): one of its settings is not known, or its value not of the "
                + "setting's kind.");
#pragma warning restore MA0054
        }
    }

    private void Check()
    {
        var (host, _, port) = Place();
        if (host.Length == 0 || host.Any(char.IsWhiteSpace) || port is < 1 or > 65535)
        {
            throw new ArgumentException(
                $"--endpoint: {(port is < 1 or > 65535 ? "what follows the comma is not a port from 1 to 65535" : "there is no host in it")}; it is HOST[,PORT], HOST\\INSTANCE or (localdb)\\NAME for the driver, or a connection string.");
        }

        if (Store is SqlServerOptions.Columnstore or SqlServerOptions.Memory
            && _values.Given.TryGetValue("compression", out string? compression) && compression != "none")
        {
            throw new ArgumentException(
                $"--endpoint: compression={compression} is for store=heap and store=clustered; a {Store} table has its own.");
        }

        if (Store == SqlServerOptions.Memory && _values.Text("lock") == "table")
        {
            throw new ArgumentException("--endpoint: a table in memory has no locks: leave lock=table out.");
        }

        if (Math.Min(DataMb, LogMb) < 64)
        {
            throw new ArgumentException("--endpoint: data and log are 64M at least.");
        }

        if (PacketBytes is < TdsConnectionOptions.MinPacketBytes or > TdsConnectionOptions.MaxPacketBytes)
        {
            throw new ArgumentException("--endpoint: Packet Size is 512 to 32767.");
        }
    }

    /// <summary><c>[tcp:]HOST[\INSTANCE][,PORT]</c>; a port also behind a colon, as people write it.</summary>
    private (string Host, string? Instance, int? Port) Place()
    {
        string text = DataSource.StartsWith("tcp:", StringComparison.OrdinalIgnoreCase) ? DataSource[4..] : DataSource;
        int comma = text.LastIndexOf(',');
        int colon = text.LastIndexOf(':');
        int cut = comma >= 0 ? comma : colon > 0 && colon == text.IndexOf(':', StringComparison.Ordinal) ? colon : -1;
        int? port = cut < 0 ? null
            : int.TryParse(text.AsSpan(cut + 1).Trim(), NumberStyles.None, CultureInfo.InvariantCulture, out int number) ? number
                : 0;
        string[] host = (cut < 0 ? text : text[..cut]).Split('\\', 2);
        return (host[0].Trim(), host.Length > 1 ? host[1] : null, port);
    }
}
