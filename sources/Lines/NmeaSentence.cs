using System.Buffers.Text;

namespace DbIngest.Sources.Lines;

/// <summary>
/// Parses a line in the framing of NMEA 0183, which many instruments use for sentences that the standard does not list:
/// <c>$TTSSS,field,field*hh</c>, where <c>hh</c> is the exclusive or of all bytes between the sign and the asterisk.
/// <see cref="NmeaFormat"/>, <see cref="NmeaSniffer"/> and <see cref="NmeaReader"/> create one per line. Allocates nothing. A
/// logger may have written a time before it.
/// </summary>
internal readonly ref struct NmeaSentence
{
    /// <summary>The text before the sign, without separators around it.</summary>
    public ReadOnlySpan<byte> Head { get; private init; }

    /// <summary>Talker and sentence: <c>GPRMC</c>.</summary>
    public ReadOnlySpan<byte> Name { get; private init; }

    /// <summary>The fields after the name, with the commas between them.</summary>
    public ReadOnlySpan<byte> Fields { get; private init; }

    /// <summary>True when the checksum is present and correct.</summary>
    public bool IsSound { get; private init; }

    /// <summary>
    /// Parses a line. False when it holds no sentence. A sentence whose checksum is missing or wrong is returned too: callers
    /// must check <see cref="IsSound"/>.
    /// </summary>
    public static bool TryParse(ReadOnlySpan<byte> line, out NmeaSentence sentence)
    {
        line = line.Trim(" \t\0"u8);
        int start = line.IndexOfAny((byte)'$', (byte)'!');
        int end = line.LastIndexOf((byte)'*');
        sentence = default;
        if (start < 0)
        {
            return false;
        }

        var body = end > start ? line[(start + 1)..end] : line[(start + 1)..];
        int comma = body.IndexOf((byte)',');
        var name = comma < 0 ? body : body[..comma];
        if (name.Length is 0 or > 20 || name.ContainsAnyExcept(Names))
        {
            return false;
        }

        byte sum = 0;
        foreach (byte b in body)
        {
            sum ^= b;
        }

        bool sound = end > start && line.Length == end + 3
            && Utf8Parser.TryParse(line[(end + 1)..], out byte written, out int used, 'X') && used == 2 && written == sum;
        sentence = new()
        {
            Head = line[..start].Trim(" \t,;[]|"u8),
            Name = name,
            Fields = comma < 0 ? default : body[(comma + 1)..],
            IsSound = sound,
        };
        return true;
    }

    private static System.Buffers.SearchValues<byte> Names { get; } =
        System.Buffers.SearchValues.Create("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-"u8);
}
