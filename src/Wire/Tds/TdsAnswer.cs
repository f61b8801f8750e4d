using System.Globalization;

namespace DbIngest.Wire.Tds;

/// <summary>
/// Reads the tokens of each answer in turn (MS-TDS 2.2.7): reports columns and rows, collects errors until the answer ends, and
/// keeps the session's state (transaction, packet size, version). <see cref="TdsConnection"/>, <see cref="TdsRows"/> and
/// <see cref="TdsBulkLoad"/> share one per session. Each answer must be read to its end before the next request. Rows of numbers
/// allocate nothing.
/// </summary>
internal sealed class TdsAnswer(TdsChannel channel)
{
    private const int EnvPacketSize = 4;
    private const int EnvBeginTransaction = 8;
    private const int EnvCommit = 9;
    private const int EnvRollback = 10;
    private const int EnvRouting = 20;
    private const int DoneMore = 0x01;
    private const int DoneCount = 0x10;
    private const int DoneAttention = 0x20;

    // DONE_ERROR and DONE_SRVERROR (MS-TDS 2.2.7.6).
    private const int DoneError = 0x0002;
    private const int DoneServerError = 0x0100;

    // Severities with which the vendor's client reports an error that the server does not describe: that of an error in the
    // statement, and the least that ends the session, after which nothing is known of the statement.
    private const int OfStatement = 11;
    private const int OfServer = 20;

    private readonly List<(int Number, int Severity, string Text)> _errors = [];
    private TdsColumn[] _columns = [];
    private bool _isCanceled;

    /// <summary>Columns of the current rows.</summary>
    public TdsColumn[] Columns { get; private set; } = [];

    /// <summary>Whether the current row begins with a bitmap of NULLs and leaves their values out.</summary>
    public bool HasNullBits { get; private set; }

    /// <summary>Rows that the answer's statements report as changed or returned.</summary>
    public long Rows { get; private set; }

    /// <summary>Descriptor of the session's open transaction; 0 for none.</summary>
    public long Transaction { get; private set; }

    /// <summary>The agreed protocol version; 0 before the login.</summary>
    public uint Version { get; private set; }

    /// <summary>The server's name and version, from its answer to the login.</summary>
    public string Server { get; private set; } = string.Empty;

    /// <summary>Whether an answer is being read.</summary>
    public bool IsOpen { get; private set; }

    /// <summary>Begins to read an answer. The request was just sent.</summary>
    public void Begin()
    {
        channel.BeginAnswer();
        _errors.Clear();
        (_isCanceled, IsOpen, Rows, Columns) = (false, true, 0, []);
    }

    /// <summary>Advances to the next row, column description or end.</summary>
    /// <exception cref="TdsServerException">At the end: the server reported an error.</exception>
    /// <exception cref="TdsCanceledException">At the end: the request was cancelled.</exception>
    public TdsFound Next()
    {
        while (true)
        {
            if (channel.IsAtEnd)
            {
                throw Broken("The server's answer ends without a DONE token.");
            }

            byte token = channel.Byte();
            switch (token)
            {
                case 0x81:
                    ReadColumns();
                    return TdsFound.Columns;
                case 0xD1 or 0xD2:
                    HasNullBits = token == 0xD2;

                    // Each row gets a request timeout of its own, which messages before the next row share.
                    channel.Stream.BeginAnswer();
                    return TdsFound.Row;
                case 0xFD or 0xFE or 0xFF:
                    if (ReadDone())
                    {
                        End();
                        return TdsFound.End;
                    }

                    break;
                default:
                    ReadOther(token);
                    break;
            }
        }
    }

    /// <summary>Reads to the end and returns the number of rows that statements report. There must be no rows.</summary>
    public long Finish()
    {
        for (var found = Next(); found != TdsFound.End; found = Next())
        {
            if (found == TdsFound.Row)
            {
                throw Broken("The server returned rows for a request that has none.");
            }
        }

        return Rows;
    }

    private WireProtocolException Broken(string why)
    {
        channel.Stream.Break();
        return new WireProtocolException(why);
    }

    private void ReadColumns()
    {
        int count = channel.UInt16();
        count = count == 0xFFFF ? 0 : count;

        // A statement that is repeated is answered with the same columns each time, and should not allocate them.
        _columns = _columns.Length == count ? _columns : new TdsColumn[count];
        for (int i = 0; i < count; i++)
        {
            _columns[i] = TdsColumn.Read(channel, _columns[i].Name);
        }

        Columns = _columns;
    }

    private void ReadOther(byte token)
    {
        switch (token)
        {
            case 0xAA:
                ReadError(isError: true);
                break;
            case 0xAB:
                ReadError(isError: false);
                break;
            case 0xE3:
                ReadChange();
                break;
            case 0xAD:
                ReadLogin();
                break;
            case 0xAE:
                // This client requests no features, so only the terminator follows.
                while (channel.Byte() is not 0xFF)
                {
                    channel.Take(channel.Int32());
                }

                break;
            case 0x79:
                channel.Int32();
                break;
            case 0xA4 or 0xA5 or 0xA9 or 0xED:
                channel.Take(channel.UInt16());
                break;
            case 0xE4:
                channel.Take(channel.Int32());
                break;
            default:
                throw Broken($"The server sent token 0x{token:X2}, which this client does not support.");
        }
    }

    private void ReadError(bool isError)
    {
        channel.UInt16();
        int number = channel.Int32();
        channel.Byte();
        int severity = channel.Byte();
        string text = channel.Text(channel.UInt16());
        channel.Take(2 * channel.Byte());
        channel.Take(2 * channel.Byte());
        channel.Int32();
        if (isError)
        {
            _errors.Add((number, severity, text));
        }
    }

    private void ReadChange()
    {
        var change = new WireReader(channel.Take(channel.UInt16()));
        switch (change.Byte())
        {
            case EnvPacketSize:
                string size = System.Text.Encoding.Unicode.GetString(change.Take(2 * change.Byte()));
                if (!int.TryParse(size, NumberStyles.None, CultureInfo.InvariantCulture, out int bytes)
                    || bytes is < TdsConnectionOptions.MinPacketBytes or > TdsConnectionOptions.MaxPacketBytes)
                {
                    throw Broken($"The server set a packet size outside of {TdsConnectionOptions.MinPacketBytes} to "
                        + $"{TdsConnectionOptions.MaxPacketBytes} bytes.");
                }

                channel.PacketBytes = bytes;
                break;
            case EnvBeginTransaction:
                Transaction = change.Byte() == 8 ? change.Int64Little() : 0;
                break;
            case EnvCommit or EnvRollback:
                Transaction = 0;
                break;
            case EnvRouting:
                change.UInt16Little();
                change.Byte();
                int port = change.UInt16Little();
                string host = System.Text.Encoding.Unicode.GetString(change.Take(2 * change.UInt16Little()));
                throw new ConnectionLostException(
                    $"The server redirects clients to {host},{port}: give that address as the endpoint.");
        }
    }

    private void ReadLogin()
    {
        channel.UInt16();
        channel.Byte();
        Version = System.Buffers.Binary.BinaryPrimitives.ReadUInt32BigEndian(channel.Take(4));
        string name = channel.Text(channel.Byte()).TrimEnd('\0');
        var version = channel.Take(4);
        Server = string.Create(CultureInfo.InvariantCulture,
            $"{name} {version[0]}.{version[1]}.{(version[2] << 8) | version[3]}");
    }

    /// <returns>True when the answer ends with this token.</returns>
    private bool ReadDone()
    {
        int status = channel.UInt16();
        channel.UInt16();
        long rows = channel.Int64();
        Rows += (status & DoneCount) != 0 ? rows : 0;
        if ((status & (DoneError | DoneServerError)) != 0 && (status & DoneAttention) == 0 && _errors.Count == 0)
        {
            int severity = (status & DoneServerError) != 0 ? OfServer : OfStatement;
            _errors.Add((0, severity, "A severe error occurred on the current command."));
        }

        if ((status & DoneMore) != 0)
        {
            return false;
        }

        if ((status & DoneAttention) != 0)
        {
            _isCanceled = true;
            channel.EndAttention();
            return true;
        }

        if (channel.EndAnswer())
        {
            // The attention was sent while the answer was under way: its confirmation is the next message.
            if (channel.IsAtEnd)
            {
                channel.BeginAnswer();
            }

            return false;
        }

        return true;
    }

    private void End()
    {
        // Bytes behind the last token do not belong to the next answer.
        channel.Skip();
        IsOpen = false;
        if (_isCanceled)
        {
            throw new TdsCanceledException();
        }

        if (_errors.Count > 0)
        {
            var (number, severity, text) = _errors[0];
            var error = new TdsServerException(number, Math.Max(severity, _errors.Max(e => e.Severity)), text,
                [.. _errors.Skip(1).Select(e => e.Number)]);
            if (error.EndsSession)
            {
                channel.Stream.Break();
            }

            throw error;
        }
    }
}

/// <summary>
/// The kind of place in an answer that <see cref="TdsAnswer.Next"/> has reached. <see cref="TdsRows"/> decides by it whether to
/// read a row.
/// </summary>
internal enum TdsFound
{
    /// <summary>A column description.</summary>
    Columns,

    /// <summary>A row.</summary>
    Row,

    /// <summary>The end.</summary>
    End,
}
