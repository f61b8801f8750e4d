namespace DbIngest.Wire.Pg;

/// <summary>
/// A session with a PostgreSQL server (frontend/backend protocol 3.0, PostgreSQL documentation, chapter 55), over a blocking socket:
/// simple queries, COPY from the client and prepared statements, which is all that the timed path needs. Used by one thread at a time; another may
/// dispose it, which ends whatever call is under way.
/// </summary>
public sealed class PgConnection : IDisposable
{
    private readonly PgChannel _channel;
    private readonly PgCopyIn _copy;
    private int _isBusy;

    private PgConnection(PgChannel channel, bool isEncrypted, PgConnectionOptions options)
    {
        _channel = channel;
        IsEncrypted = isEncrypted;
        _copy = new(channel, options.CopyBufferBytes, options.CopyMessageBytes);
    }

    /// <summary>Whether the session is over, by an error or by disposing.</summary>
    public bool IsBroken => _channel.IsBroken;

    /// <summary>Whether it is encrypted.</summary>
    public bool IsEncrypted { get; }

    /// <summary>Connects.</summary>
    /// <param name="options">Where and how.</param>
    /// <returns>The session, ready for requests.</returns>
    /// <exception cref="PgServerException">The server refuses the session.</exception>
    /// <exception cref="ConnectionLostException">It cannot be connected to, or not as is asked.</exception>
    /// <exception cref="WireProtocolException">It does not speak the protocol.</exception>
    public static PgConnection Open(PgConnectionOptions options)
    {
        try
        {
            return Open(options, options.Tls.Mode);
        }
        catch (PgServerException) when (options.Tls.Mode is PgTlsMode.Allow or PgTlsMode.Prefer)
        {
            // As with libpq: pg_hba.conf may admit the one kind of connection and not the other.
            return Open(options, options.Tls.Mode == PgTlsMode.Allow ? PgTlsMode.Require : PgTlsMode.Disable);
        }
    }

    /// <summary>Runs a statement, or several (the protocol's simple query).</summary>
    /// <param name="sql">The statement.</param>
    /// <returns>The rows, each with its values as the server prints them; null is NULL.</returns>
    public IReadOnlyList<string?[]> Query(string sql)
    {
        Volatile.Write(ref _isBusy, 1);
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
                        Volatile.Write(ref _isBusy, 0);
                        return rows;
                    default:
                        throw _channel.Unexpected(message);
                }
            }
        }
        catch (PgServerException e) when (!e.EndsSession)
        {
            _channel.AwaitReady();
            Volatile.Write(ref _isBusy, 0);
            throw;
        }
        catch (WireProtocolException)
        {
            _channel.Break();
            throw;
        }
    }

    /// <summary>Prepares a statement.</summary>
    /// <param name="name">Its name in this session.</param>
    /// <param name="sql">The statement, its parameters as <c>$1</c> and so on, of types that it says itself.</param>
    /// <param name="parameters">How many parameters it has.</param>
    /// <returns>The statement, of use as long as the session. After an exception from it the session is to be disposed.</returns>
    public PgStatement Prepare(string name, string sql, int parameters) => new(_channel, name, sql, parameters);

    /// <summary>
    /// Starts a COPY from the client. Nothing is sent before there is a bufferful: statement and data go together, without waiting
    /// for the server to accept the statement. If it does not, it passes over the data (section 55.2.6) and the error comes out of the
    /// writing or the completing.
    /// </summary>
    /// <param name="sql">A <c>COPY ... FROM STDIN</c> statement.</param>
    /// <returns>Takes the data and is to be completed; valid until then, and the same object every time.</returns>
    public PgCopyIn CopyIn(string sql)
    {
        _copy.Begin(sql);
        return _copy;
    }

    /// <summary>Ends the session. A COPY that is not complete is not committed: the server sees the connection end.</summary>
    public void Dispose()
    {
        if (!IsBroken && Volatile.Read(ref _isBusy) == 0 && !_copy.IsOpen)
        {
            try
            {
                _channel.Send(new PgRequest('X').Finish());
            }
            catch (WireException)
            {
                // Terminate is a courtesy: the server notices the end of the connection as well.
            }
        }

        _channel.Dispose();
    }

    private static PgConnection Open(PgConnectionOptions options, PgTlsMode mode)
    {
        var stream = PgTransport.Open(options, mode);
        var channel = new PgChannel(stream);
        try
        {
            PgHandshake.Run(channel, options);
            stream.Opened();
            return new(channel, stream.Encrypted is not null, options);
        }
        catch
        {
            channel.Dispose();
            throw;
        }
    }

    private static string?[] Row(PgReader body)
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
