using System.Text;

namespace DbIngest.Wire.Volt;

/// <summary>What a server answers to a call.</summary>
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

        // A status and words that the procedure itself has set.
        reader.Byte();
        if ((present & HasOwnWords) != 0)
        {
            Counted(ref reader);
        }

        // How long the cluster took, in milliseconds.
        reader.Int32();
        if ((present & HasException) != 0)
        {
            Counted(ref reader);
        }

        Tables = reader.Int16();
        _tables = reader.Take(reader.Remaining);
    }

    /// <summary>The number that the call had.</summary>
    public long Handle { get; }

    /// <summary>1 for success; else negative (<see cref="VoltStatus"/>).</summary>
    public int Status { get; }

    /// <summary>Whether the procedure has done what it is for.</summary>
    public bool IsSuccess => Status == VoltStatus.Success;

    /// <summary>The server's words; empty where it has none.</summary>
    public string Words => Encoding.UTF8.GetString(_words);

    /// <summary>How many tables it has.</summary>
    public int Tables { get; }

    /// <summary>Opens a table.</summary>
    /// <param name="index">Which, from 0.</param>
    /// <returns>Its rows.</returns>
    /// <exception cref="WireProtocolException">There is no such table.</exception>
    public VoltTable Table(int index = 0)
    {
        var rest = new WireReader(_tables);
        for (int i = 0; i < index; i++)
        {
            Counted(ref rest);
        }

        return new VoltTable(Counted(ref rest));
    }

    /// <summary>The 64-bit number that is all of the first table: how many rows a statement has changed, for instance.</summary>
    /// <exception cref="WireProtocolException">There is no such table.</exception>
    public long Number()
    {
        var table = Table();
        return table.TryRead(out var row) ? row.Int64() : throw new WireProtocolException("The server answers with a table without rows where one number is due.");
    }

    private static ReadOnlySpan<byte> Counted(scoped ref WireReader reader) => reader.Take(Math.Max(0, reader.Int32()));
}
