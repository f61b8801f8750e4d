using System.Text;

namespace DbIngest.Wire.Volt;

/// <summary>
/// The server's answer to one procedure call, read in place. <see cref="VoltConnection.Receive"/> returns it to writers of
/// batches, and the <c>Call</c> methods of the connection return it to the audit, to single-record operations and to questions
/// about catalogue and statistics. Valid until the next call of the connection.
/// </summary>
public readonly ref struct VoltAnswer
{
    private const byte HasWords = 1 << 5;
    private const byte HasException = 1 << 6;
    private const byte HasOwnWords = 1 << 7;

    private readonly ReadOnlySpan<byte> _words;
    private readonly ReadOnlySpan<byte> _tables;

    internal VoltAnswer(ReadOnlySpan<byte> message)
    {
        var reader = new WireReader(message);
        reader.Byte();
        Handle = reader.Int64();
        byte present = reader.Byte();
        Status = (sbyte)reader.Byte();
        _words = (present & HasWords) != 0 ? Counted(ref reader) : default;

        // A status and message that the procedure itself has set.
        reader.Byte();
        if ((present & HasOwnWords) != 0)
        {
            Counted(ref reader);
        }

        // The cluster's round trip time in milliseconds.
        reader.Int32();
        if ((present & HasException) != 0)
        {
            Counted(ref reader);
        }

        Tables = reader.Int16();
        _tables = reader.Take(reader.Remaining);
    }

    /// <summary>The handle of the call.</summary>
    public long Handle { get; }

    /// <summary>1 for success; otherwise negative (<see cref="VoltStatus"/>).</summary>
    public int Status { get; }

    /// <summary>Whether the procedure succeeded.</summary>
    public bool IsSuccess => Status == VoltStatus.Success;

    /// <summary>The server's message; empty if there is none.</summary>
    public string Words => Encoding.UTF8.GetString(_words);

    /// <summary>Number of result tables.</summary>
    public int Tables { get; }

    /// <summary>Reads a result table.</summary>
    /// <param name="index">The table's position, from 0.</param>
    /// <exception cref="WireProtocolException">The answer has no such table.</exception>
    public VoltTable Table(int index = 0)
    {
        var rest = new WireReader(_tables);
        for (int i = 0; i < index; i++)
        {
            Counted(ref rest);
        }

        return new VoltTable(Counted(ref rest));
    }

    /// <summary>
    /// Reads the single 64-bit number of the first table, for example the number of rows that a statement changed.
    /// </summary>
    /// <exception cref="WireProtocolException">The answer has no table, or it has no row.</exception>
    public long Number()
    {
        var table = Table();
        return table.TryRead(out var row) ? row.Int64()
            : throw new WireProtocolException("The server answered with an empty table instead of a number.");
    }

    private static ReadOnlySpan<byte> Counted(scoped ref WireReader reader) => reader.Take(Math.Max(0, reader.Int32()));
}
