using System.Buffers;

namespace DbIngest.Wire.MySql;

/// <summary>
/// Sends the content of the file that the server requests in a LOAD DATA LOCAL. <see cref="MySqlConnection.Load"/> creates it.
/// <c>LoadWay</c> adds rows as to a buffer and reuses it for every batch. Never reads a file. Allocates only for a single value
/// longer than 64 KiB.
/// </summary>
/// <remarks>Each full buffer leaves as one packet, and <see cref="Complete"/> ends the file by an empty one.</remarks>
public sealed class MySqlLoad : IBufferWriter<byte>
{
    private readonly MySqlChannel _channel;
    private readonly MySqlRequest _begin = new();

    /// <summary>One full buffer is one packet and one system call.</summary>
    private readonly MySqlRequest _data = new(64 * 1024);

    internal MySqlLoad(MySqlChannel channel, string sql)
    {
        _channel = channel;
        MySqlConnection.Begin(_begin).Text(sql);
    }

    /// <summary>Starts the statement, once per batch, and returns this.</summary>
    /// <exception cref="MySqlServerException">The server rejects the statement.</exception>
    public MySqlLoad Begin()
    {
        _data.Clear();
        _channel.Send(_begin);
        return _channel.Receive()[0] == 251 ? this
            : throw _channel.Broken("The server did not request the file of a LOAD DATA LOCAL.");
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

    /// <summary>Ends the file and waits until the server has stored its rows.</summary>
    /// <exception cref="MySqlServerException">The server rejects the rows. None are stored.</exception>
    public MySqlResult Complete()
    {
        Flush();
        _channel.SendNext(_data);
        return _channel.ReceiveOk("the file of a LOAD DATA LOCAL");
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
