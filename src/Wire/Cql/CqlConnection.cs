using System.Net;
using DbIngest.Wire.Cql.Errors;
using DbIngest.Wire.Cql.Frames;
using DbIngest.Wire.Cql.Results;

namespace DbIngest.Wire.Cql;

/// <summary>
/// A connection to one node, in version 4 or 5 of the CQL native protocol. Used by one thread at a time; only
/// <see cref="Dispose"/> may be called from another, to end a wait. After a <see cref="ConnectionLostException"/> or a
/// <see cref="WireProtocolException"/> it is of no more use.
/// </summary>
/// <remarks>
/// Requests are pipelined: any number, up to the bound, is begun and ended, <see cref="Flush"/> sends them together, and
/// <see cref="ReceiveAcknowledgement"/> takes the answers in the order in which they come.
/// </remarks>
public sealed class CqlConnection : IDisposable
{
    private const int NewestVersion = 5;
    private const int OldestVersion = 4;
    private const int SkipMetadata = 0x02, PageSize = 0x04, PagingState = 0x08, Values = 0x01, DefaultTimestamp = 0x20;
    private const int VoidResult = 1, RowsResult = 2, PreparedResult = 4;
    private const int SystemPageRows = 5000;

    private readonly CqlChannel _channel;

    private CqlConnection(CqlChannel channel, EndPoint server)
    {
        _channel = channel;
        Server = server;
    }

    /// <summary>The node.</summary>
    public EndPoint Server { get; }

    /// <summary>The version of the protocol in use.</summary>
    public int Version => _channel.Version;

    /// <summary>How many requests are unanswered.</summary>
    public int Pending => _channel.Pending;

    /// <summary>Whether the next answer, or its beginning, has been received already: taking it waits for the network no more, or for its rest only.</summary>
    public bool HasReceived => _channel.HasReceived;

    /// <summary>Whether the connection is of no more use.</summary>
    public bool IsBroken => _channel.IsBroken;

    /// <summary>The fields of the request being written, between a <c>Begin...</c> and its <c>End...</c>.</summary>
    public CqlRequestBuffer Requests => _channel.Requests;

    /// <summary>Gives each batch and insertion its timestamp, in microseconds since 1970; null where the server does.</summary>
    public Func<long>? Timestamps { get; set; }

    /// <summary>Connects, agrees on a version and logs in.</summary>
    /// <param name="server">The node.</param>
    /// <param name="options">How.</param>
    /// <returns>The connection, ready for requests.</returns>
    /// <exception cref="ConnectionLostException">The node cannot be reached.</exception>
    /// <exception cref="CqlServerException">The node refuses the version, the user or the password.</exception>
    public static CqlConnection Open(EndPoint server, CqlConnectionOptions options) =>
        Open(server, () => CqlTransport.Open(server, options), options);

    internal static CqlConnection Open(EndPoint server, Func<WireStream> open, CqlConnectionOptions options)
    {
        for (int version = options.Version ?? NewestVersion; ; version--)
        {
            var stream = open();
            var channel = new CqlChannel(stream, version, options);
            try
            {
                CqlHandshake.Run(channel, options);
                stream.Opened();
                return new CqlConnection(channel, server);
            }
            catch (CqlServerException exception) when (
                exception.Code == CqlErrorCode.ProtocolError && options.Version is null && version > OldestVersion)
            {
                channel.Dispose();
            }
            catch
            {
                channel.Dispose();
                throw;
            }
        }
    }

    /// <summary>Asks what the server supports (OPTIONS).</summary>
    /// <returns>Names with their possible values: <c>CQL_VERSION</c>, <c>COMPRESSION</c>, <c>PROTOCOL_VERSIONS</c>.</returns>
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

    /// <summary>Asks to be told of events.</summary>
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

    /// <summary>Waits for an event.</summary>
    /// <returns>The event.</returns>
    /// <exception cref="ConnectionLostException">None came within the request time-out, or the connection was lost.</exception>
    public CqlEvent ReceiveEvent() => _channel.ReceiveEvent();

    /// <summary>Prepares a statement.</summary>
    /// <param name="cql">The statement.</param>
    /// <returns>The statement as this connection knows it.</returns>
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
            : throw new WireProtocolException("The answer to PREPARE is not a prepared statement.");
    }

    /// <summary>Executes a statement and keeps all of its rows: for schemas, settings and the ring.</summary>
    /// <param name="cql">The statement.</param>
    /// <param name="consistency">The consistency level.</param>
    /// <returns>The rows of all pages; none for a statement that has no rows.</returns>
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

    /// <summary>Executes a prepared query and waits for one page of its rows.</summary>
    /// <param name="statement">The statement; its parameters are all <c>int</c> or <c>bigint</c>.</param>
    /// <param name="consistency">The consistency level.</param>
    /// <param name="pageRows">Rows a page.</param>
    /// <param name="pagingState">Where to continue; empty for the first page.</param>
    /// <param name="values">The values of its parameters.</param>
    /// <returns>The page; valid until the next call.</returns>
    /// <exception cref="CqlUnpreparedException">The statement must be prepared again.</exception>
    public CqlPage QueryPage(
        CqlPrepared statement, CqlConsistency consistency, int pageRows, ReadOnlySpan<byte> pagingState, params ReadOnlySpan<long> values)
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

    /// <summary>Begins a batch of insertions that is not logged; the caller adds its statements next.</summary>
    /// <param name="statements">How many statements it has; at most 65,535.</param>
    /// <returns>The stream id under which it will be acknowledged.</returns>
    public int BeginBatch(int statements)
    {
        const byte Unlogged = 1;
        int stream = _channel.Begin(CqlOpcode.Batch);
        Requests.Byte(Unlogged);
        Requests.UInt16(statements);
        return stream;
    }

    /// <summary>Ends the batch begun last. It goes out with the next <see cref="Flush"/>.</summary>
    /// <param name="consistency">The consistency level.</param>
    public void EndBatch(CqlConsistency consistency)
    {
        WriteFlags(consistency, TimestampFlag);
        WriteTimestamp();
        _channel.End();
    }

    /// <summary>Begins the execution of one insertion; the caller writes its values next, all of its parameters.</summary>
    /// <param name="statement">The statement.</param>
    /// <param name="consistency">The consistency level.</param>
    /// <returns>The stream id under which it will be acknowledged.</returns>
    public int BeginInsert(CqlPrepared statement, CqlConsistency consistency)
    {
        int stream = BeginExecute(statement);
        WriteFlags(consistency, SkipMetadata | Values | TimestampFlag);
        Requests.UInt16(statement.Parameters.Count);
        return stream;
    }

    /// <summary>Ends the insertion begun last. It goes out with the next <see cref="Flush"/>.</summary>
    public void EndInsert()
    {
        WriteTimestamp();
        _channel.End();
    }

    /// <summary>Sends everything that was ended.</summary>
    /// <exception cref="ConnectionLostException">The connection is lost; whatever was unanswered may be stored or not.</exception>
    public void Flush() => _channel.Flush();

    /// <summary>Waits for the next answer to a batch or an insertion.</summary>
    /// <param name="error">Why it was not carried out; null when it was.</param>
    /// <returns>The stream id of the request that was answered.</returns>
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

        // Each value takes 4 bytes at least: a claim of more rows than there are bytes is damage, not a reason to loop.
        return rows >= 0 && 4L * rows * columns.Count <= body.Remaining && (rows == 0 || columns.Count > 0)
            ? new CqlPage(columns, pagingState, rows, body)
            : throw new WireProtocolException("A result claims more rows than it has bytes.");
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
