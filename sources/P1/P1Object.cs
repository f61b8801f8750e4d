using System.Buffers;
using DbIngest.Sources.Csv;

namespace DbIngest.Sources.P1;

/// <summary>
/// Parses a line of a telegram: <c>1-0:1.8.1(000004.426*kWh)</c>, or with the time of a slower meter
/// <c>0-1:24.2.1(170102161005W)(00000.107*m3)</c>. <see cref="P1Format"/>, <see cref="P1Sniffer"/> and <see cref="P1Reader"/>
/// create one per line. Allocates nothing.
/// </summary>
internal readonly ref struct P1Object
{
    private static readonly SearchValues<byte> CodeBytes = SearchValues.Create("0123456789-:.*"u8);

    private P1Object(ReadOnlySpan<byte> code, ReadOnlySpan<byte> text, bool isMeasurement)
    {
        Code = code;
        Text = text;
        IsSingle = isMeasurement;
    }

    /// <summary>The OBIS code (IEC 62056-61).</summary>
    public ReadOnlySpan<byte> Code { get; }

    /// <summary>The text in the last brackets: a number with its unit, or a time.</summary>
    public ReadOnlySpan<byte> Text { get; }

    /// <summary>True for one value, false for a log such as that of power failures.</summary>
    public bool IsSingle { get; }

    /// <summary>True for the time of the telegram.</summary>
    public bool IsTime => Code.EndsWith(":1.0.0"u8);

    /// <summary>Parses a line. False when it is not a code with brackets.</summary>
    public static bool TryParse(ReadOnlySpan<byte> line, out P1Object found)
    {
        found = default;
        line = line.Trim(" \t"u8);
        int open = line.IndexOf((byte)'(');
        if (open <= 0 || line[^1] != ')' || line[..open].ContainsAnyExcept(CodeBytes))
        {
            return false;
        }

        int last = line.LastIndexOf((byte)'(');
        bool single = last == open || (last > open + 1 && IsTimeText(line[(open + 1)..(last - 1)]) && line[last - 1] == ')');
        found = new(line[..open], line[(last + 1)..^1], single);
        return true;
    }

    /// <summary>
    /// Splits the text into a number and its unit. False when it is not a number with a unit behind an asterisk.
    /// </summary>
    public bool TryQuantity(out double value, out ReadOnlySpan<byte> unit)
    {
        int mark = Text.IndexOf((byte)'*');
        unit = mark < 0 ? default : Text[(mark + 1)..];
        value = double.NaN;
        return mark > 0 && !unit.IsEmpty && unit.Length <= 8 && NumberParser.TryParse(Text[..mark], (byte)'.', out value);
    }

    /// <summary>True for twelve digits, with or without the letter of summer or winter time.</summary>
    public static bool IsTimeText(ReadOnlySpan<byte> text) =>
        text.Length is 12 or 13 && !text[..12].ContainsAnyExceptInRange((byte)'0', (byte)'9')
            && (text.Length == 12 || text[12] is (byte)'S' or (byte)'W');
}
