using System.Net;
using DbIngest.Wire.Cql.Errors;
using DbIngest.Wire.Cql.Frames;
using DbIngest.Wire.Cql.Results;

namespace DbIngest.Wire.Cql;

/// <summary>
/// A connection to one Cassandra node, in version 4 or 5 of the CQL native protocol. <c>CassandraCluster</c> opens one or more
/// per lane and node, and more for administration and the audit. <c>CassandraPlan</c> asks private servers by one,
/// <c>CassandraRecipe</c> the nodes of a deployment. One thread at a time uses it. Another thread may only dispose it, to end a
/// wait. Must be disposed after a <see cref="ConnectionLostException"/> or <see cref="WireProtocolException"/>. It never repeats
/// a request.
/// </summary>
/// <remarks>
/// Requests are pipelined: the caller begins and ends as many as <see cref="CqlConnectionOptions.MaxInFlight"/> allows,
/// <see cref="Flush"/> sends them together, and <see cref="ReceiveAcknowledgement"/> returns answers in any order. The timed path
/// allocates nothing here.
/// </remarks>
public sealed class CqlConnection : IDisposable
{
    private const int NewestVersion = 5;
    private const int OldestVersion = 4;
    private const int SkipMetadata = 0x02, PageSize = 0x04, PagingState = 0x08, Values = 0x01, DefaultTimestamp = 0x20;
    private const int SerialConsistency = 0x10;
    private const int VoidResult = 1, RowsResult = 2, PreparedResult = 4;
    private const int SystemPageRows = 5000;

    private readonly CqlChannel _channel;

    private CqlConnection(CqlChannel channel, IPEndPoint remote)
    {
        _channel = channel;
        Remote = remote;
    }

    /// <summary>The node's address: of a host name, the address that accepted the connection.</summary>
    public IPEndPoint Remote { get; }

    /// <summary>The agreed version of the protocol, 4 or 5.</summary>
    public int Version => _channel.Version;

    /// <summary>Number of unanswered requests.</summary>
    public int Pending => _channel.Pending;

    /// <summary>
    /// Whether the next answer, or its beginning, has arrived, so that reading it waits for its remainder at most.
    /// </summary>
    public bool HasReceived => _channel.HasReceived;

    /// <summary>Whether the connection is lost or disposed.</summary>
    public bool IsBroken => _channel.IsBroken;

    /// <summary>Receives the fields of the current request, between a <c>Begin...</c> and its <c>End...</c>.</summary>
    public CqlRequestBuffer Requests => _channel.Requests;

    /// <summary>
    /// Returns the timestamp of each batch and insertion, in microseconds since 1970; null to let the server set it.
    /// </summary>
    public Func<long>? Timestamps { get; set; }

    /// <summary>
    /// Connects, agrees on a version and logs in. Unless the options name a version, it tries 5 and then 4 on a new connection.
    /// </summary>
    /// <param name="server">The node's IP address or host name, with a port.</param>
    /// <param name="options">Credentials, version, timeouts and encryption.</param>
    /// <exception cref="ConnectionLostException">The node cannot be reached within the connect timeout.</exception>
    /// <exception cref="CqlServerException">The node rejects the version, the user or the password.</exception>
    public static CqlConnection Open(EndPoint server, CqlConnectionOptions options) =>
        Open(server, () => WireStream.Connect(server, options.Socket, options.Tls), options);

    /// <summary>
    /// Opens over streams that the caller supplies, one for each version that is tried. Tests replay answers by it.
    /// </summary>
    internal static CqlConnection Open(EndPoint server, Func<WireStream> open, CqlConnectionOptions options)
    {
        for (int version = options.Version ?? NewestVersion; ; version--)
        {
            try
            {
                return WireStream.Open(open, stream =>
                {
                    var channel = new CqlChannel(stream, version, options);
                    CqlHandshake.Run(channel, options);
                    return new CqlConnection(channel, (IPEndPoint)(stream.Remote ?? server));
                });
            }
            catch (CqlServerException exception) when (
                exception.Code == CqlErrorCode.ProtocolError && options.Version is null && version > OldestVersion)
            {
                // The server does not know the version: the next one down is tried on a new connection.
            }
        }
    }

    /// <summary>
    /// Reads what the server supports (OPTIONS): values by name, for example <c>CQL_VERSION</c>, <c>COMPRESSION</c>,
    /// <c>PROTOCOL_VERSIONS</c>.
    /// </summary>
    public IReadOnlyDictionary<string, IReadOnlyList<string>> Options()
    {
        _channel.Begin(CqlOpcode.Options);
        var answer = Exchange(CqlOpcode.Supported);
        var options = new Dictionary<string, IReadOnlyList<string>>(StringComparer.Ordinal);
        var body = answer.Body;
        for (int left = body.UInt16(); left > 0; left--)
        {
            string name = body.String();
            options[name] = body.StringList();
        }

        return options;
    }

    /// <summary>Subscribes to events.</summary>
    /// <param name="types"><c>TOPOLOGY_CHANGE</c>, <c>STATUS_CHANGE</c>, <c>SCHEMA_CHANGE</c>.</param>
    public void Register(params IReadOnlyList<string> types)
    {
        _channel.Begin(CqlOpcode.Register);
        Requests.UInt16(types.Count);
        foreach (string type in types)
        {
            Requests.String(type);
        }

        Exchange(CqlOpcode.Ready);
    }

    /// <summary>
    /// Waits for the next event. Of those that arrived before answers to requests, the connection keeps the last 1,000.
    /// </summary>
    /// <exception cref="ConnectionLostException">
    /// No event arrived within the request timeout, or the connection was lost.
    /// </exception>
    public CqlEvent ReceiveEvent() => _channel.ReceiveEvent();

    /// <summary>Prepares a statement. The result is valid on this connection.</summary>
    /// <exception cref="CqlServerException">The server rejects the statement.</exception>
    public CqlPrepared Prepare(string cql)
    {
        _channel.Begin(CqlOpcode.Prepare);
        Requests.LongString(cql);
        if (Version >= 5)
        {
            Requests.Int32(0);
        }

        var answer = Exchange(CqlOpcode.Result);
        var body = answer.Body;
        return body.Int32() == PreparedResult
            ? CqlMetadata.ReadPrepared(cql, body, Version)
            : throw new WireProtocolException("The server answered PREPARE with something other than a prepared statement.");
    }

    /// <summary>Runs a statement and keeps all of its rows: for schemas, settings and the ring, not for the timed path.</summary>
    /// <param name="cql">The statement.</param>
    /// <param name="consistency">The consistency level.</param>
    /// <returns>The rows of all pages; empty for a statement without rows.</returns>
    public IReadOnlyList<CqlRow> Query(string cql, CqlConsistency consistency = CqlConsistency.One)
    {
        var rows = new List<CqlRow>();
        byte[] pagingState = [];
        do
        {
            _channel.Begin(CqlOpcode.Query);
            Requests.LongString(cql);
            WriteFlags(consistency, PageSize | (pagingState.Length > 0 ? PagingState : 0));
            WritePaging(SystemPageRows, pagingState);
            var page = ReadPage(Exchange(CqlOpcode.Result), []);
            rows.AddRange(CqlRow.ReadAll(page));
            pagingState = page.PagingState;
        }
        while (pagingState.Length > 0);
        return rows;
    }

    /// <summary>
    /// Runs a prepared query and waits for one page of its rows, valid until the next call. The audit reads tables by it.
    /// </summary>
    /// <param name="statement">A query whose parameters are all <c>int</c> or <c>bigint</c>.</param>
    /// <param name="consistency">The consistency level.</param>
    /// <param name="pageRows">Rows per page. The server may send fewer.</param>
    /// <param name="pagingState"><see cref="CqlPage.PagingState"/> of the page before; empty for the first page.</param>
    /// <param name="values">The parameters' values, in order.</param>
    /// <exception cref="CqlUnpreparedException">The server has dropped the statement. Prepare it again.</exception>
    public CqlPage QueryPage(
        CqlPrepared statement, CqlConsistency consistency, int pageRows, ReadOnlySpan<byte> pagingState,
            params ReadOnlySpan<long> values)
    {
        const int IntType = 0x0009;
        BeginExecute(statement);
        int flags = SkipMetadata | PageSize | (pagingState.Length > 0 ? PagingState : 0);
        WriteFlags(consistency, flags | (values.Length > 0 ? Values : 0));
        if (values.Length > 0)
        {
            Requests.UInt16(values.Length);
        }

        for (int i = 0; i < values.Length; i++)
        {
            if (statement.Parameters[i].Type == IntType)
            {
                Requests.IntValue(checked((int)values[i]));
            }
            else
            {
                Requests.BigintValue(values[i]);
            }
        }

        WritePaging(pageRows, pagingState);
        return ReadPage(Exchange(CqlOpcode.Result), statement.Columns);
    }

    /// <summary>Begins an unlogged batch of insertions. The caller adds its statements next.</summary>
    /// <param name="statements">Number of statements, at most 65,535.</param>
    /// <returns>The stream id that the acknowledgement will carry.</returns>
    public int BeginBatch(int statements)
    {
        const byte Unlogged = 1;
        int stream = _channel.Begin(CqlOpcode.Batch);
        Requests.Byte(Unlogged);
        Requests.UInt16(statements);
        return stream;
    }

    /// <summary>Ends the current batch. <see cref="Flush"/> sends it.</summary>
    public void EndBatch(CqlConsistency consistency)
    {
        WriteFlags(consistency, TimestampFlag);
        WriteTimestamp();
        _channel.End();
    }

    /// <summary>Begins a single insertion. The caller writes the values of all parameters next.</summary>
    /// <param name="statement">The prepared INSERT.</param>
    /// <param name="consistency">The consistency level.</param>
    /// <returns>The stream id that the acknowledgement will carry.</returns>
    public int BeginInsert(CqlPrepared statement, CqlConsistency consistency)
    {
        int stream = BeginExecute(statement);
        WriteFlags(consistency, SkipMetadata | Values | TimestampFlag);
        Requests.UInt16(statement.Parameters.Count);
        return stream;
    }

    /// <summary>Ends the current insertion. <see cref="Flush"/> sends it.</summary>
    public void EndInsert()
    {
        WriteTimestamp();
        _channel.End();
    }

    /// <summary>
    /// Begins a conditional change (a lightweight transaction). The caller writes the values of all parameters next, then calls
    /// <see cref="EndConditional"/>. It carries no timestamp: the server gives it that of its Paxos ballot.
    /// </summary>
    /// <param name="statement">The prepared UPDATE with IF.</param>
    /// <param name="consistency">How many replicas must have the change when it is acknowledged.</param>
    public void BeginConditional(CqlPrepared statement, CqlConsistency consistency)
    {
        BeginExecute(statement);
        WriteFlags(consistency, Values | SerialConsistency);
        Requests.UInt16(statement.Parameters.Count);
    }

    /// <summary>Sends the current conditional change and waits for its answer.</summary>
    /// <param name="serial"><see cref="CqlConsistency.Serial"/> or <see cref="CqlConsistency.LocalSerial"/>: who agrees.</param>
    /// <returns>True if the condition held, so that the change was made: the column <c>[applied]</c>.</returns>
    /// <exception cref="CqlUnpreparedException">The server has dropped the statement. Prepare it again.</exception>
    public bool EndConditional(CqlConsistency serial)
    {
        Requests.UInt16((int)serial);
        var page = ReadPage(Exchange(CqlOpcode.Result), []);
        if (page.RowCount == 0)
        {
            throw new WireProtocolException("The server did not say whether a conditional change was applied.");
        }

        var row = page.Rows;
        return row.Bytes(out _) is [not 0];
    }

    /// <summary>Sends all ended requests.</summary>
    /// <exception cref="ConnectionLostException">
    /// The connection is lost. Every unanswered request may or may not be stored.
    /// </exception>
    public void Flush() => _channel.Flush();

    /// <summary>Waits for the next answer to a batch or an insertion.</summary>
    /// <param name="error">The server's error; null for success.</param>
    /// <returns>The stream id of the answered request.</returns>
    public int ReceiveAcknowledgement(out CqlServerException? error)
    {
        var answer = _channel.Receive();
        error = answer.Opcode switch
        {
            CqlOpcode.Error => CqlErrorReader.Read(answer.Body, Version),
            CqlOpcode.Result when answer.Body.Int32() == VoidResult => null,
            _ => throw CqlHandshake.Unexpected(answer.Opcode),
        };
        return answer.Stream;
    }

    /// <inheritdoc/>
    public void Dispose() => _channel.Dispose();

    private static CqlPage ReadPage(CqlMessage answer, IReadOnlyList<CqlColumn> known)
    {
        var body = answer.Body;
        if (body.Int32() != RowsResult)
        {
            return new CqlPage([], [], 0, default);
        }

        var columns = CqlMetadata.ReadRows(ref body, known, out byte[] pagingState);
        int rows = body.Int32();

        // Each value takes at least 4 bytes, so a claim of more rows than fit is damage.
        return rows >= 0 && 4L * rows * columns.Count <= body.Remaining && (rows == 0 || columns.Count > 0)
            ? new CqlPage(columns, pagingState, rows, body)
            : throw new WireProtocolException("A result of the server claims more rows than its bytes can hold.");
    }

    private CqlMessage Exchange(CqlOpcode expected)
    {
        var answer = _channel.Exchange();
        return answer.Opcode == expected ? answer : throw CqlHandshake.Unexpected(answer.Opcode);
    }

    private int BeginExecute(CqlPrepared statement)
    {
        int stream = _channel.Begin(CqlOpcode.Execute);
        Requests.ShortBytes(statement.Id.Span);
        if (Version >= 5)
        {
            Requests.ShortBytes(statement.ResultId.Span);
        }

        return stream;
    }

    private int TimestampFlag => Timestamps is null ? 0 : DefaultTimestamp;

    private void WriteTimestamp()
    {
        if (Timestamps is { } timestamps)
        {
            Requests.Int64(timestamps());
        }
    }

    private void WriteFlags(CqlConsistency consistency, int flags)
    {
        Requests.UInt16((int)consistency);
        if (Version >= 5)
        {
            Requests.Int32(flags);
        }
        else
        {
            Requests.Byte((byte)flags);
        }
    }

    private void WritePaging(int pageRows, ReadOnlySpan<byte> pagingState)
    {
        Requests.Int32(pageRows);
        if (pagingState.Length > 0)
        {
            Requests.Bytes(pagingState);
        }
    }
}
