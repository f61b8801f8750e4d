using System.Text;

namespace DbIngest.Wire.MySql;

/// <summary>
/// A session with a MySQL or MariaDB server (client/server protocol 4.1: MySQL Source Code Documentation, "Client/Server
/// Protocol"; MariaDB knowledge base, "Clients and Utilities Protocol") over a blocking socket. <c>MySqlSessions</c> opens one
/// per writer, and more for administration and the audit. <c>MariaDbPlan</c> asks by one whether a private server is ready.
/// One thread at a time uses it. Another thread may only dispose it, which ends the call under way. It never repeats a request.
/// </summary>
public sealed class MySqlConnection : IDisposable
{
    private const byte Quit = 1;
    private const byte QueryCommand = 3;
    private const int MaxColumns = 4096;

    private readonly MySqlChannel _channel;
    private readonly MySqlGreeting _greeting;
    private readonly MySqlRequest _request = new();

    private MySqlConnection(MySqlChannel channel, MySqlGreeting greeting)
    {
        _channel = channel;
        _greeting = greeting;
    }

    /// <summary>Whether the session has ended, by an error or by disposing.</summary>
    public bool IsBroken => _channel.IsBroken;

    /// <summary>Whether the connection is encrypted.</summary>
    public bool IsEncrypted => _channel.Stream.Encrypted is not null;

    /// <summary>The server's version, for example <c>10.11.14-MariaDB-0+deb12u2</c>.</summary>
    public string ServerVersion => _greeting.Version;

    /// <summary>Whether the server is MariaDB.</summary>
    public bool IsMariaDb => _greeting.IsMariaDb;

    /// <summary>Whether the server accepts many rows of parameters in one packet (<see cref="MySqlBulk"/>).</summary>
    public bool TakesBulk => (_greeting.Extended & MySqlCapability.ExtendedBulk) != 0;

    /// <summary>Connects and logs in.</summary>
    /// <exception cref="MySqlServerException">The server rejects the login.</exception>
    /// <exception cref="ConnectionLostException">
    /// The server does not accept the connection in time, or does not encrypt it as requested.
    /// </exception>
    /// <exception cref="WireProtocolException">The server does not speak the MySQL protocol.</exception>
    public static MySqlConnection Open(MySqlConnectionOptions options) =>
        Open(() => WireStream.Connect(options.Server, options.Socket), options);

    /// <summary>Opens over a stream that the caller supplies. Tests replay answers by it.</summary>
    internal static MySqlConnection Open(Func<WireStream> connect, MySqlConnectionOptions options) =>
        WireStream.Open(connect, stream =>
    {
        var channel = new MySqlChannel(stream);
        return new MySqlConnection(channel, MySqlHandshake.Run(channel, options));
    });

    /// <summary>Runs a statement without rows.</summary>
    /// <exception cref="MySqlServerException">The server rejects the statement.</exception>
    public MySqlResult Execute(string sql)
    {
        Query(sql, out var result);
        return result;
    }

    /// <summary>Runs a statement that is encoded already.</summary>
    /// <param name="statement">A packet that <see cref="Begin"/> began.</param>
    /// <exception cref="MySqlServerException">The server rejects the statement.</exception>
    public MySqlResult Execute(MySqlRequest statement)
    {
        _channel.Send(statement);
        return _channel.ReceiveOk("a statement without rows");
    }

    /// <summary>Begins the packet of a statement. The caller adds its text.</summary>
    public static MySqlRequest Begin(MySqlRequest request) => request.Clear().Byte(QueryCommand);

    /// <summary>Runs a statement and keeps all of its rows: for schemas and settings, not for the timed path.</summary>
    /// <returns>The rows. Each value is the server's text, or null for NULL.</returns>
    /// <exception cref="MySqlServerException">The server rejects the statement.</exception>
    public IReadOnlyList<string?[]> Query(string sql) => Query(sql, out _);

    /// <summary>Prepares a statement for execution by the session's thread.</summary>
    /// <param name="sql">The statement.</param>
    /// <param name="types">Types of its parameters, in order.</param>
    /// <exception cref="MySqlServerException">The server rejects the statement.</exception>
    public MySqlStatement Prepare(string sql, params IReadOnlyList<MySqlType> types) => new(_channel, sql, types);

    /// <summary>Prepares a statement that takes many rows of parameters at once, for execution by the session's thread.</summary>
    /// <param name="sql">The statement.</param>
    /// <param name="types">Types of one row's parameters, in order.</param>
    /// <exception cref="MySqlServerException">The server rejects the statement.</exception>
    public MySqlBulk PrepareBulk(string sql, params IReadOnlyList<MySqlType> types) => new(_channel, sql, types);

    /// <summary>Prepares a LOAD DATA LOCAL statement, which can be run any number of times.</summary>
    public MySqlLoad Load(string sql) => new(_channel, sql);

    /// <inheritdoc/>
    public void Dispose() => _channel.Dispose();

    /// <summary>
    /// Sends COM_QUIT, so that the server does not count an aborted connection, and ends the session. Only the session's own
    /// thread may call it.
    /// </summary>
    public void Close()
    {
        try
        {
            if (!IsBroken)
            {
                _channel.Send(_request.Clear().Byte(Quit));
            }
        }
        catch (WireException)
        {
            // The connection is lost already.
        }

        Dispose();
    }

    private List<string?[]> Query(string sql, out MySqlResult result)
    {
        _channel.Send(Begin(_request).Text(sql));
        var packet = _channel.Receive();
        if (packet[0] == 0)
        {
            result = MySqlReader.Ok(packet);
            _channel.Answered();
            return [];
        }

        // 251 requests a local file. The client only sends files that it offered.
        if (packet[0] == 251)
        {
            throw _channel.Broken("The server requested a local file that the client did not offer.");
        }

        var head = new WireReader(packet);
        if (MySqlReader.IsEnd(packet) || head.Length() is not (> 0 and <= MaxColumns and var columns))
        {
            throw _channel.Broken($"The server announced no columns, or more than a statement can have ({MaxColumns}).");
        }

        while (!MySqlReader.IsEnd(_channel.Receive()))
        {
            // The columns' names and types are not needed.
        }

        result = default;
        var rows = new List<string?[]>();
        while (true)
        {
            packet = _channel.Receive();
            if (MySqlReader.IsEnd(packet))
            {
                _channel.Answered();
                return rows;
            }

            rows.Add(Row(packet, (int)columns));
        }
    }

    private static string?[] Row(ReadOnlySpan<byte> packet, int columns)
    {
        string?[] row = new string?[columns];
        var reader = new WireReader(packet);
        var rest = packet;
        for (int i = 0; i < columns; i++)
        {
            if (rest.Length > 0 && rest[0] == 251)
            {
                reader.Byte();
            }
            else
            {
                int length = (int)reader.Length();
                row[i] = Encoding.UTF8.GetString(reader.Take(length));
            }

            rest = packet[^reader.Remaining..];
        }

        return row;
    }
}
