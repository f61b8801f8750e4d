using System.Globalization;

namespace DbIngest.Wire.Tds;

/// <summary>
/// Reads the tokens of an answer (MS-TDS 2.2.7) one after the other: columns and rows are handed out, errors are collected until the answer
/// has ended, changes of the session go to who keeps them.
/// </summary>
/// <param name="channel">The channel.</param>
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

    private readonly List<(int Number, int Severity, string Text)> _errors = [];
    private bool _isCanceled;

    /// <summary>The columns of the rows that are being read.</summary>
    public TdsColumn[] Columns { get; private set; } = [];

    /// <summary>Whether the row that was found leaves its NULLs out and begins with their bits.</summary>
    public bool HasNullBits { get; private set; }

    /// <summary>Rows that statements of this answer say they changed or gave.</summary>
    public long Rows { get; private set; }

    /// <summary>The transaction that is open in the session; 0 for none.</summary>
    public long Transaction { get; private set; }

    /// <summary>The protocol version that the server has agreed to; 0 before.</summary>
    public uint Version { get; private set; }

    /// <summary>The server's name and version as the login was answered.</summary>
    public string Server { get; private set; } = string.Empty;

    /// <summary>Whether an answer is being read.</summary>
    public bool IsOpen { get; private set; }

    /// <summary>Begins to read an answer.</summary>
    public void Begin()
    {
        channel.BeginAnswer();
        _errors.Clear();
        (_isCanceled, IsOpen, Rows, Columns) = (false, true, 0, []);
    }

    /// <summary>Goes on to the next row, column description or end.</summary>
    /// <returns>What was found.</returns>
    /// <exception cref="TdsServerException">At the end: the server reported an error.</exception>
    /// <exception cref="TdsCanceledException">At the end: the request was cancelled.</exception>
    public TdsFound Next()
    {
        while (true)
        {
            if (channel.IsAtEnd)
            {
                throw Broken("An answer of the server ends without saying so.");
            }

            byte token = channel.Byte();
            switch (token)
            {
                case 0x81:
                    ReadColumns();
                    return TdsFound.Columns;
                case 0xD1 or 0xD2:
                    HasNullBits = token == 0xD2;
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

    /// <summary>Reads to the end.</summary>
    /// <returns>Rows that statements say they changed or gave.</returns>
    public long Finish()
    {
        for (var found = Next(); found != TdsFound.End; found = Next())
        {
            if (found == TdsFound.Row)
            {
                throw Broken("The server answers with rows where none were asked for.");
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
        Columns = new TdsColumn[count == 0xFFFF ? 0 : count];
        for (int i = 0; i < Columns.Length; i++)
        {
            Columns[i] = TdsColumn.Read(channel);
        }
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
                // Acknowledged features: none is asked for, so there is nothing but the end.
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
                throw Broken($"The server's token 0x{token:X2} is none that answers what this client asks.");
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
                    throw Broken("The server sets a packet size that the protocol does not have.");
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
                throw new ConnectionLostException($"The server sends its clients on to {host},{port}: name that as the endpoint.");
        }
    }

    private void ReadLogin()
    {
        channel.UInt16();
        channel.Byte();
        Version = System.Buffers.Binary.BinaryPrimitives.ReadUInt32BigEndian(channel.Take(4));
        string name = channel.Text(channel.Byte()).TrimEnd('\0');
        var version = channel.Take(4);
        Server = string.Create(CultureInfo.InvariantCulture, $"{name} {version[0]}.{version[1]}.{(version[2] << 8) | version[3]}");
    }

    /// <returns>Whether the answer ends here.</returns>
    private bool ReadDone()
    {
        int status = channel.UInt16();
        channel.UInt16();
        long rows = channel.Int64();
        Rows += (status & DoneCount) != 0 ? rows : 0;
        if ((status & DoneMore) != 0)
        {
            return false;
        }

        if ((status & DoneAttention) != 0)
        {
            _isCanceled = true;
            channel.EndAttention();
            channel.EndAnswer();
            return true;
        }

        if (channel.EndAnswer())
        {
            // The attention came when the answer was already under way: its confirmation follows.
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
        // Should a server say more behind its last word, it is not the beginning of the next answer.
        channel.Skip();
        IsOpen = false;
        if (_isCanceled)
        {
            throw new TdsCanceledException();
        }

        if (_errors.Count > 0)
        {
            var (number, severity, text) = _errors[0];
            var error = new TdsServerException(number, Math.Max(severity, _errors.Max(e => e.Severity)), text, [.. _errors.Skip(1).Select(e => e.Number)]);
            if (error.EndsSession)
            {
                channel.Stream.Break();
            }

            throw error;
        }
    }
}

/// <summary>What an answer goes on with.</summary>
internal enum TdsFound
{
    /// <summary>A description of columns.</summary>
    Columns,

    /// <summary>A row.</summary>
    Row,

    /// <summary>The end.</summary>
    End,
}
