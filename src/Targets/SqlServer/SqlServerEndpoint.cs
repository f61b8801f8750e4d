using System.Globalization;
using System.Net;
using DbIngest.Abstractions.Endpoints;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Servers;
using DbIngest.Wire.Tds;
using Microsoft.Data.SqlClient;

namespace DbIngest.Targets.SqlServer;

/// <summary>
/// A parsed SQL Server endpoint: <c>HOST[,PORT]</c> or a connection string of SqlClient, each with the options of
/// <see cref="SqlServerOptions"/> after a question mark. <see cref="SqlServerDefinition"/> parses it before anything connects.
/// Immutable. Messages and <see cref="At"/> contain no password.
/// </summary>
internal sealed class SqlServerEndpoint : ServerEndpoint
{
    public const int DefaultPort = 1433;

    private readonly SqlConnectionStringBuilder? _string;

    private SqlServerEndpoint(EndpointValues values, SqlConnectionStringBuilder? connectionString)
        : base(values, form: null)
    {
        _string = connectionString;
        string place = connectionString?.DataSource ?? values.Place.Trim();
        DataSource = place.Length > 0 ? place : "localhost";
    }

    /// <summary>The server. This machine if the user named none.</summary>
    public override ServerAddress Address => new(scheme: null, new DnsEndPoint(NetworkName, Port))
    {
        Shown = string.Create(CultureInfo.InvariantCulture, $"{DataSource}/{Database}"),
    };

    /// <summary>The server in SqlClient's syntax: host, instance, port.</summary>
    public string DataSource { get; }

    /// <summary>The settings of a connection string. Null if the endpoint is none.</summary>
    public SqlConnectionStringBuilder? ConnectionString => _string;

    /// <summary>Host name or address without protocol, instance and port. May be <c>.</c> or <c>(localdb)</c>.</summary>
    public string Host => Place().Host;

    /// <summary>Host name that resolvers know.</summary>
    public string NetworkName => Host is "." || Host.StartsWith('(') ? "localhost" : Host;

    /// <summary>The port.</summary>
    public int Port => Place().Port ?? DefaultPort;

    /// <summary>
    /// The named instance, such as <c>NAME</c> of <c>(localdb)\NAME</c>, which only the driver can find. Null for none, and where
    /// a port says where the instance is.
    /// </summary>
    public string? Instance => Place() is { Port: null, Instance: var instance } ? instance : null;

    /// <summary>True if Windows or Kerberos logs the user in, which only the driver supports.</summary>
    public bool IsIntegrated => _string?.IntegratedSecurity == true;

    public string User => _string is { UserID.Length: > 0 } && !Values.Given.ContainsKey("user") ? _string.UserID
        : Values.Text("user")!;

    public string Database => _string is { InitialCatalog.Length: > 0 } && !Values.Given.ContainsKey("database")
        ? _string.InitialCatalog : Values.Text("database")!;

    /// <summary>How the table keeps rows: a word of <see cref="SqlServerOptions"/>.</summary>
    public string Store => Values.Text("store")!;

    public string Compression => Values.Text("compression")!;

    /// <summary>True if a bulk load locks the table: unless the option says otherwise, that of a heap only.</summary>
    public bool LocksTable => (Values.Text("lock") ?? (Store == SqlServerOptions.Heap ? "table" : "row")) == "table";

    /// <summary>Rows per bulk load. 0 for the whole batch.</summary>
    public int RowsPerLoad => Values.Number("batch")!.Value;

    public int PacketBytes => _string is not null && !Values.Given.ContainsKey("packet") ? _string.PacketSize
        : Values.Number("packet")!.Value;

    public bool IsStreaming => Values.Flag("streaming");

    /// <summary><c>true</c>, <c>false</c> or <c>strict</c>.</summary>
    public string Encrypt => _string is not null && _string.ShouldSerialize("Encrypt") && !Values.Given.ContainsKey("encrypt")
        ? _string["Encrypt"]
            .ToString()!.ToLowerInvariant() switch
        { "true" or "mandatory" => "true", "strict" => "strict", _ => "false" }
        : Values.Text("encrypt")!;

    /// <summary>File with the certificates of authorities to trust besides the machine's. Null for none.</summary>
    public string? Authority => Values.Text("ca");

    /// <summary>Name in the server's certificate. Null for that of the host.</summary>
    public string? CertificateName => Values.Text("tls_name");

    /// <summary>True to accept any certificate.</summary>
    public bool TrustsAny => Values.Flag("trust")
        || (_string?.TrustServerCertificate == true && !Values.Given.ContainsKey("trust"));

    /// <summary>Recovery model of a database that a run creates.</summary>
    public string Recovery => Values.Text("recovery")!;

    /// <summary>Size of the data file of a database that a run creates, in MiB.</summary>
    public int DataMb => Values.Mebibytes("data")!.Value;

    /// <summary>Size of the log file of a database that a run creates, in MiB.</summary>
    public int LogMb => Values.Mebibytes("log")!.Value;

    /// <summary>Required memory of the server in MB. Null for no requirement.</summary>
    public int? ServerMemoryMb => Values.Mebibytes("server_memory");

    /// <summary>Given options that only apply to a database created by this run.</summary>
    public IEnumerable<string> OfOwnDatabase => Values.Given.Keys.Where(k => k is "recovery" or "data" or "log");

    /// <summary>Given options that Babelfish does not support.</summary>
    public IEnumerable<string> OfSqlServer => Values.Given
        .Where(g => g.Key is "recovery" or "data" or "log" or "server_memory"
            || (g.Key is "store" && g.Value != SqlServerOptions.Heap) || (g.Key is "compression" && g.Value != "none")
            || (g.Key is "lock" && g.Value == "table"))
        .Select(g => g.Key);

    /// <summary>Timeout of connecting: the connection string's, but at most that of a request, else the default.</summary>
    /// <param name="options">Contain the timeouts.</param>
    public TimeSpan ConnectTimeout(TargetOptions options) =>
        _string is { ConnectTimeout: > 0 } given && given.ShouldSerialize("Connect Timeout")
            ? TimeSpan.FromSeconds(Math.Min(given.ConnectTimeout, options.RequestTimeout.TotalSeconds)) : options.ConnectTimeout;

    /// <summary>The password of <paramref name="options"/>, else that of the connection string. Null for none.</summary>
    /// <param name="options">Contain the password of environment or file.</param>
    public Secret? Password(TargetOptions options) =>
        options.Password ?? (_string is { Password.Length: > 0 } ? new Secret(_string.Password) : null);

    /// <inheritdoc/>
    public override string At(ServerAddress address)
    {
        if (_string is null)
        {
            return Values.At(IsNamed ? Values.Place : DataSource, withPrivateServer: true);
        }

        var bare = new SqlConnectionStringBuilder(_string.ConnectionString);
        bare.Remove("Password");
        return Values.At(bare.ConnectionString, withPrivateServer: true);
    }

    /// <summary>Reads an endpoint.</summary>
    /// <param name="text">The endpoint. Null for this machine's default port.</param>
    /// <returns>The endpoint.</returns>
    /// <exception cref="ArgumentException">
    /// The text is invalid. The message does not repeat a connection string, which may contain a secret.
    /// </exception>
    public static SqlServerEndpoint Parse(string? text)
    {
        var values = SqlServerOptions.All.Read(text);
        var endpoint = new SqlServerEndpoint(values, values.Place.Contains('=', StringComparison.Ordinal)
            ? Settings(values.Place) : null);
        endpoint.Check();
        return endpoint;
    }

    private static SqlConnectionStringBuilder Settings(string text)
    {
        try
        {
            return new SqlConnectionStringBuilder(text);
        }
        catch (Exception e) when (
            e is ArgumentException or FormatException or KeyNotFoundException or OverflowException or InvalidCastException)
        {
            // The driver's message may quote part of a password that contains an unquoted semicolon.
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
            && Values.Given.TryGetValue("compression", out string? compression) && compression != "none")
        {
            throw new ArgumentException(
                $"--endpoint: compression={compression} is for store=heap and store=clustered; a {Store} table has its own.");
        }

        if (Store == SqlServerOptions.Memory && Values.Text("lock") == "table")
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

    /// <summary>Parses <c>[tcp:]HOST[\INSTANCE][,PORT]</c>. Also accepts a port after a colon.</summary>
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
