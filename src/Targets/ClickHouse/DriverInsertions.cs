using System.Globalization;
using System.Net;
using ClickHouse.Driver;
using ClickHouse.Driver.ADO;
using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Servers;
using DbIngest.Wire;
using DbIngest.Wire.Http;

namespace DbIngest.Targets.ClickHouse;

/// <summary>
/// Inserts batches by <c>InsertBinaryAsync</c> of the vendor's driver, uncompressed. <see cref="ClickHouseTarget"/> creates one
/// per writer for <c>--client driver</c>, and the lane calls it on the timed path. The driver's interface needs an array of boxed
/// values per record, so unlike other writers it allocates. It must turn the driver's exceptions into those of the protocol
/// client, by which <see cref="ClickHouseErrors"/> classifies.
/// </summary>
internal sealed class DriverInsertions : IInsertions
{
    private const string User = "default";

    // Shorter than the 3 s of silence after which the server closes a connection.
    private static readonly TimeSpan Idle = TimeSpan.FromSeconds(2);

    private readonly HttpClient _http;
    private readonly ClickHouseClient _client;
    private readonly ClickHouseTable _table;
    private readonly Dictionary<string, string> _types;
    private readonly Dictionary<string, object> _settings;
    private readonly CancellationToken _cancellation;

    /// <summary>Prepares the driver. The first insertion connects.</summary>
    /// <param name="place">Address of the server.</param>
    /// <param name="connection">Timeouts and encryption.</param>
    /// <param name="password">The password. Null for none.</param>
    /// <param name="table">The table and its statements.</param>
    /// <param name="settings">Settings of every insertion.</param>
    /// <param name="cancellation">Cancels a pending insertion.</param>
    public DriverInsertions(
        ServerAddress place,
        HttpConnectionOptions connection,
        Secret? password,
        ClickHouseTable table,
        IReadOnlyList<(string Name, string? Value)> settings,
        CancellationToken cancellation)
    {
        (_table, _cancellation) = (table, cancellation);
        (string host, int port) = place.Server is DnsEndPoint name
            ? (name.Host, name.Port)
            : (((IPEndPoint)place.Server).Address.ToString(), ((IPEndPoint)place.Server).Port);
        var handler = new SocketsHttpHandler
        {
            ConnectTimeout = connection.ConnectTimeout,
            PooledConnectionIdleTimeout = Idle,
            UseProxy = false,
        };
        if (connection.Tls is { } tls)
        {
            handler.SslOptions = tls.ForClient(host);
        }

        _http = new HttpClient(handler) { Timeout = connection.RequestTimeout };
        _client = new ClickHouseClient(new ClickHouseClientSettings
        {
            Host = host,
            Port = (ushort)port,
            Protocol = place.Scheme,
            Username = place.User ?? User,
            Password = password?.Reveal() ?? string.Empty,
            HttpClient = _http,
            UseCompression = false,

            // Old servers refuse the settings that the driver would send with other modes.
            JsonReadMode = JsonReadMode.None,
            JsonWriteMode = JsonWriteMode.None,
        });
        _types = table.ColumnTypes.ToDictionary(column => column.Name, column => column.Type, StringComparer.Ordinal);
        _settings = settings.ToDictionary(setting => setting.Name, setting => (object)setting.Value!, StringComparer.Ordinal);
    }

    /// <summary>The driver and its version.</summary>
    public static string Version { get; } = "ClickHouse.Driver "
        + BuildStamp.Of(typeof(ClickHouseClient)).Number;

    /// <inheritdoc/>
    public string? SentBy { get; private set; }

    /// <inheritdoc/>
    public int MaxRows => int.MaxValue;

    /// <inheritdoc/>
    public string QueryId(string session) => session + "-1";

    /// <inheritdoc/>
    public void Begin(string session) => SentBy = session;

    /// <inheritdoc/>
    public void Insert(RecordBatch batch)
    {
        var options = new InsertOptions
        {
            // The driver appends the number of the request within a call. A batch is one request.
            QueryId = SentBy,
            SessionId = SentBy,
            UseSession = true,
            CustomSettings = _settings,
            BatchSize = Math.Max(1, batch.Count),
            Compressor = null,
            ColumnTypes = _types,
        };
        try
        {
            _client.InsertBinaryAsync(_table.Name, _types.Keys, Rows(batch), options, _cancellation).GetAwaiter().GetResult();
        }
        catch (ClickHouseServerException refused)
        {
            throw new HttpStatusException((int)HttpStatusCode.InternalServerError, refused.Message);
        }
        catch (Exception lost) when (
            lost is HttpRequestException or IOException or OperationCanceledException or ObjectDisposedException)
        {
            bool isConnected = lost is not HttpRequestException
            {
                HttpRequestError: HttpRequestError.ConnectionError or HttpRequestError.NameResolutionError
                    or HttpRequestError.SecureConnectionError,
            };
            throw new ConnectionLostException(lost.Message, lost is OperationCanceledException, lost) { AnySent = isConnected };
        }
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        _client.Dispose();
        _http.Dispose();
    }

    private static IEnumerable<object[]> Rows(RecordBatch batch)
    {
        for (int row = 0; row < batch.Count; row++)
        {
            object[] values = new object[4 + batch.Schema.ValueCount];
            values[0] = batch.Source;
            values[1] = batch.FirstSequence + row;
            values[2] = batch.Timestamps[row];
            values[3] = batch.Qualities[row];
            for (int value = 0; value < batch.Schema.MeasuredCount; value++)
            {
                values[4 + value] = batch.Values[(value * batch.Capacity) + row];
            }

            if (batch.Schema.HasSeries)
            {
                values[^1] = ((int)batch.Column(batch.Schema.SeriesColumn)[row]).ToString("D10", CultureInfo.InvariantCulture);
            }

            yield return values;
        }
    }
}
