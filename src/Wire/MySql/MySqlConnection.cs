using System.Text;

namespace DbIngest.Wire.MySql;

/// <summary>
/// A session with a MySQL or MariaDB server (client/server protocol 4.1: MySQL Source Code Documentation, "Client/Server Protocol"; MariaDB knowledge base,
/// "Clients and Utilities Protocol"), over a blocking socket. Used by one thread at a time; another may dispose it, which ends whatever call is under way.
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

    /// <summary>Whether the session is over, by an error or by disposing.</summary>
    public bool IsBroken => _channel.IsBroken;

    /// <summary>Whether it is encrypted.</summary>
    public bool IsEncrypted => _channel.Stream.Encrypted is not null;

    /// <summary>The server's version, <c>10.11.14-MariaDB-0+deb12u2</c> for instance.</summary>
    public string ServerVersion => _greeting.Version;

    /// <summary>Whether it is MariaDB.</summary>
    public bool IsMariaDb => _greeting.IsMariaDb;

    /// <summary>Whether it takes many rows of parameters at once (<see cref="MySqlBulk"/>).</summary>
    public bool TakesBulk => (_greeting.Extended & MySqlCapability.ExtendedBulk) != 0;

    /// <summary>Connects and logs in.</summary>
    /// <param name="options">Where and how.</param>
    /// <returns>The session.</returns>
    /// <exception cref="MySqlServerException">The server refuses the session.</exception>
    /// <exception cref="ConnectionLostException">It cannot be connected to, or not as is asked.</exception>
    /// <exception cref="WireProtocolException">It does not speak the protocol.</exception>
    public static MySqlConnection Open(MySqlConnectionOptions options) => Open(() => WireStream.Connect(options.Server, options.Socket), options);

    internal static MySqlConnection Open(Func<WireStream> connect, MySqlConnectionOptions options)
    {
        var stream = connect();
        var channel = new MySqlChannel(stream);
        try
        {
            var greeting = MySqlHandshake.Run(channel, options);
            stream.Opened();
            return new(channel, greeting);
        }
        catch
        {
            channel.Dispose();
            throw;
        }
    }

    /// <summary>Carries out a statement without rows.</summary>
    /// <param name="sql">The statement.</param>
    /// <returns>What it did.</returns>
    /// <exception cref="MySqlServerException">The server refuses it.</exception>
    public MySqlResult Execute(string sql)
    {
        Query(sql, out var result);
        return result;
    }

    /// <summary>Carries out a statement that is encoded already.</summary>
    /// <param name="statement">A packet that <see cref="Begin"/> began.</param>
    /// <returns>What it did.</returns>
    /// <exception cref="MySqlServerException">The server refuses it.</exception>
    public MySqlResult Execute(MySqlRequest statement)
    {
        _channel.Send(statement);
        return ReceiveOk();
    }

    /// <summary>Begins the packet of a statement; its text follows.</summary>
    /// <param name="request">The packet.</param>
    /// <returns>The packet.</returns>
    public static MySqlRequest Begin(MySqlRequest request) => request.Clear().Byte(QueryCommand);

    /// <summary>Carries out a statement with rows.</summary>
    /// <param name="sql">The statement.</param>
    /// <returns>The rows, each with its values as the server prints them; null is NULL.</returns>
    /// <exception cref="MySqlServerException">The server refuses it.</exception>
    public IReadOnlyList<string?[]> Query(string sql) => Query(sql, out _);

    /// <summary>Prepares a statement.</summary>
    /// <param name="sql">The statement.</param>
    /// <param name="types">The types of its parameters.</param>
    /// <returns>The statement; the session's thread's.</returns>
    /// <exception cref="MySqlServerException">The server refuses it.</exception>
    public MySqlStatement Prepare(string sql, params IReadOnlyList<MySqlType> types) => new(_channel, sql, types);

    /// <summary>Prepares a statement for many rows of parameters at once.</summary>
    /// <param name="sql">The statement.</param>
    /// <param name="types">The types of a row's parameters.</param>
    /// <returns>The statement; the session's thread's.</returns>
    /// <exception cref="MySqlServerException">The server refuses it.</exception>
    public MySqlBulk PrepareBulk(string sql, params IReadOnlyList<MySqlType> types) => new(_channel, sql, types);

    /// <summary>Begins a LOAD DATA LOCAL, whose file is what is written next.</summary>
    /// <param name="sql">The statement.</param>
    /// <returns>Takes the content of the file.</returns>
    /// <exception cref="MySqlServerException">The server refuses it.</exception>
    public MySqlLoad Load(string sql) => new(_channel, sql);

    /// <inheritdoc/>
    public void Dispose() => _channel.Dispose();

    /// <summary>Says good-bye, so that the server does not count an aborted connection, and ends the session. For the session's own thread.</summary>
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
            // It is gone already.
        }

        Dispose();
    }

    private MySqlResult ReceiveOk()
    {
        var packet = _channel.Receive();
        if (packet[0] != 0)
        {
            throw _channel.Broken("The server does not answer a statement without rows by OK.");
        }

        var result = MySqlReader.Ok(packet);
        _channel.Answered();
        return result;
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

        // 251 would be a request for a file: no server is given one that was not offered to it.
        if (packet[0] is 251 or 254)
        {
            throw _channel.Broken("The server asks for a file that it was not offered.");
        }

        var head = new WireReader(packet);
        if (head.Length() is not (> 0 and <= MaxColumns and var columns))
        {
            throw _channel.Broken("The server announces columns that no statement can have.");
        }

        while (!MySqlReader.IsEnd(_channel.Receive()))
        {
            // The columns' names and types.
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
