using System.Buffers;

namespace DbIngest.Wire.MySql;

/// <summary>
/// The content of a file that the server asked for in a LOAD DATA LOCAL: bytes that are written here leave a bufferful at a time, each a packet. The packet without bytes
/// that <see cref="Complete"/> sends is the end of the file.
/// </summary>
public sealed class MySqlLoad : IBufferWriter<byte>
{
    private readonly MySqlChannel _channel;
    private readonly MySqlRequest _begin = new();

    /// <summary>A packet is one call of the operating system.</summary>
    private readonly MySqlRequest _data = new(64 * 1024);

    internal MySqlLoad(MySqlChannel channel, string sql)
    {
        _channel = channel;
        MySqlConnection.Begin(_begin).Text(sql);
    }

    /// <summary>Begins once more. The first time included.</summary>
    /// <returns>This.</returns>
    /// <exception cref="MySqlServerException">The server refuses the statement.</exception>
    public MySqlLoad Begin()
    {
        _data.Clear();
        _channel.Send(_begin);
        return _channel.Receive()[0] == 251 ? this : throw _channel.Broken("The server does not ask for the file of a LOAD DATA LOCAL.");
    }

    /// <inheritdoc/>
    public void Advance(int count) => _data.Advance(count);

    /// <inheritdoc/>
    public Span<byte> GetSpan(int sizeHint = 0)
    {
        Reserve(sizeHint);
        return _data.GetSpan(sizeHint);
    }

    /// <inheritdoc/>
    public Memory<byte> GetMemory(int sizeHint = 0)
    {
        Reserve(sizeHint);
        return _data.GetMemory(sizeHint);
    }

    /// <summary>Ends the file, and waits until its rows are stored.</summary>
    /// <returns>What was stored.</returns>
    /// <exception cref="MySqlServerException">The server refuses the rows; it has stored none.</exception>
    public MySqlResult Complete()
    {
        Flush();
        _channel.SendNext(_data);
        var packet = _channel.Receive();
        if (packet[0] != 0)
        {
            throw _channel.Broken("The server does not answer the file of a LOAD DATA LOCAL by OK.");
        }

        var result = MySqlReader.Ok(packet);
        _channel.Answered();
        return result;
    }

    private void Reserve(int bytes)
    {
        if (_data.Room < Math.Max(bytes, 1))
        {
            Flush();
        }
    }

    private void Flush()
    {
        if (_data.Length > 0)
        {
            _channel.SendNext(_data);
            _data.Clear();
        }
    }
}
