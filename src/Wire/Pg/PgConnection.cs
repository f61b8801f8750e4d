using System.Net.Sockets;

namespace DbIngest.Wire.Pg;

/// <summary>
/// A session with a PostgreSQL server (frontend/backend protocol 3.0, PostgreSQL documentation, chapter 55) over a blocking
/// socket: simple queries, COPY from the client and prepared statements. <c>PostgresTarget</c> and <c>CockroachCluster</c> open
/// one per writer, and the latter more for administration and the audit. <c>PostgresProbe</c> learns by one that a running server
/// speaks the protocol. One thread at a time uses it. Another may only dispose it, which ends the call under way. It never
/// repeats a request.
/// </summary>
public sealed class PgConnection : IDisposable
{
    private readonly PgChannel _channel;
    private readonly PgCopyIn _copy;

    private PgConnection(PgChannel channel, bool isEncrypted, PgConnectionOptions options)
    {
        _channel = channel;
        IsEncrypted = isEncrypted;
        _copy = new(channel, options.CopyBufferBytes, options.CopyMessageBytes);
    }

    /// <summary>Whether the session has ended, by an error or by disposing.</summary>
    public bool IsBroken => _channel.IsBroken;

    /// <inheritdoc cref="WireStream.Socket"/>
    public Socket? Socket => _channel.Stream.Socket;

    /// <inheritdoc cref="WireStream.IsOverdue"/>
    public bool IsOverdue => _channel.Stream.IsOverdue;

    /// <summary>Whether the connection is encrypted.</summary>
    public bool IsEncrypted { get; }

    /// <summary>
    /// Connects, encrypts as requested and logs in. If the server rejects the session, it tries once more as libpq does:
    /// encrypted with <see cref="PgTlsMode.Allow"/>, unencrypted with <see cref="PgTlsMode.Prefer"/>.
    /// </summary>
    /// <exception cref="PgServerException">The server rejects the session.</exception>
    /// <exception cref="ConnectionLostException">
    /// The server does not accept the connection in time, or does not encrypt it as requested.
    /// </exception>
    /// <exception cref="WireProtocolException">The server does not speak the PostgreSQL protocol.</exception>
    public static PgConnection Open(PgConnectionOptions options)
    {
        try
        {
            return Open(options, options.Tls.Mode);
        }
        catch (PgServerException) when (options.Tls.Mode is PgTlsMode.Allow or PgTlsMode.Prefer)
        {
            // Like libpq: pg_hba.conf may admit only encrypted or only unencrypted connections.
            return Open(options, options.Tls.Mode == PgTlsMode.Allow ? PgTlsMode.Require : PgTlsMode.Disable);
        }
    }

    /// <summary>
    /// Runs one or more statements by the simple query protocol and keeps all rows: for schemas and settings, not for the timed
    /// path.
    /// </summary>
    /// <param name="sql">The statements.</param>
    /// <returns>The rows; each value is the server's text, or null for NULL.</returns>
    /// <exception cref="PgServerException">
    /// A statement failed. <see cref="IsBroken"/> tells whether the session has ended.
    /// </exception>
    public IReadOnlyList<string?[]> Query(string sql)
    {
        _channel.Send(new PgRequest('Q').Text(sql).Finish());
        var rows = new List<string?[]>();
        try
        {
            while (true)
            {
                var message = _channel.Receive();
                switch (message.Type)
                {
                    case 'D':
                        rows.Add(Row(message.Body));
                        break;
                    // RowDescription, CommandComplete, EmptyQueryResponse.
                    case 'T' or 'C' or 'I':
                        break;
                    case 'Z':
                        return rows;
                    default:
                        throw _channel.Unexpected(message);
                }
            }
        }
        catch (PgServerException e) when (!e.EndsSession)
        {
            _channel.AwaitReady();
            throw;
        }
        catch (WireProtocolException)
        {
            _channel.Break();
            throw;
        }
    }

    /// <summary>
    /// Prepares a statement, which is valid as long as the session. If it throws, the session must be disposed.
    /// </summary>
    /// <param name="name">The statement's name within the session.</param>
    /// <param name="sql">The statement; its parameters are <c>$1</c> and so on, and it states their types.</param>
    /// <param name="parameters">Number of parameters.</param>
    public PgStatement Prepare(string name, string sql, int parameters) => new(_channel, name, sql, parameters);

    /// <summary>
    /// Starts a COPY from the client. Sends nothing until a buffer is full, so that statement and data leave together without
    /// waiting for the server. If the server rejects the statement, it skips the data (section 55.2.6), and writing or completing
    /// throws the error.
    /// </summary>
    /// <param name="sql">A <c>COPY ... FROM STDIN</c> statement.</param>
    /// <returns>Receives the data and must be completed. The same object every time.</returns>
    public PgCopyIn CopyIn(string sql)
    {
        _copy.Begin(sql);
        return _copy;
    }

    /// <summary>Ends the connection. The server discards a COPY that was not completed.</summary>
    public void Dispose() => _channel.Dispose();

    /// <summary>
    /// Sends Terminate, unless a COPY is open, and ends the session. Only the session's own thread may call it.
    /// </summary>
    public void Close()
    {
        try
        {
            if (!IsBroken && !_copy.IsOpen)
            {
                _channel.Send(new PgRequest('X').Finish(), canTakeEffect: false);
            }
        }
        catch (WireException)
        {
            // Terminate is optional: the server also notices the end of the connection.
        }

        Dispose();
    }

    private static PgConnection Open(PgConnectionOptions options, PgTlsMode mode) =>
        WireStream.Open(() => WireStream.Connect(options.EndPoint, options.Socket), stream =>
        {
            PgTls.Encrypt(stream, options, mode);
            var channel = new PgChannel(stream);
            PgHandshake.Run(channel, options);
            return new PgConnection(channel, stream.Encrypted is not null, options);
        });

    private static string?[] Row(WireReader body)
    {
        var values = new string?[Math.Max((int)body.Int16(), 0)];
        for (int i = 0; i < values.Length; i++)
        {
            int length = body.Int32();
            values[i] = length == -1 ? null : System.Text.Encoding.UTF8.GetString(body.Take(length));
        }

        return values;
    }
}
