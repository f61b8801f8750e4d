using DbIngest.Sources.Csv;
using DbIngest.Sources.Input;
using DbIngest.Sources.Pivot;

namespace DbIngest.Sources.Nem12;

/// <summary>
/// Opens NEM12, interval data of Australian electricity meters: AEMO, "Meter Data File Format Specification NEM12 and NEM13",
/// version 1.06 (2017). <see cref="InputFormats"/> tries it on the beginning of a file, and <see cref="InputWorkload"/> opens
/// the file by it, before anything is timed. Stateless.
/// </summary>
/// <remarks>
/// A file lists the days of one channel after those of another. Records join the channels of each time
/// (<see cref="Pivot.PivotReader"/>).
/// </remarks>
internal sealed class Nem12Format : IInputFormat
{
    private const int MinDetails = 8;

    public string Name => "nem12";

    /// <summary>
    /// True when the header names the format. Some distributors omit it, and the file begins with the details of a meter. True
    /// for NEM13 too, which <see cref="Open"/> refuses with a remedy.
    /// </summary>
    public bool Recognises(InputFile file)
    {
        var first = FirstLine(file, out var rest);
        return IsNem13(first) || first.StartsWith("100,NEM12"u8)
            || (first.StartsWith("200,"u8) && first.Count((byte)',') >= MinDetails && rest.StartsWith("300,"u8));
    }

    public IRecordReader Open(InputFile file, InputOptions options, InputFiles set)
    {
        var taken = Nem12Options.Take(options);
        foreach (var one in set)
        {
            if (IsNem13(FirstLine(one, out _)))
            {
                throw Refusal.At(one.Name, 0,
                    "it is NEM13, which holds the registers of a meter every few months and no intervals; ask for the NEM12 "
                    + "file of the meter");
            }
        }

        return set.Shared<PivotOfSet>().Open(file, set, (one, entities) => new Nem12Reader(one, taken, entities));
    }

    private static bool IsNem13(ReadOnlySpan<byte> line) => line.StartsWith("100,NEM13"u8);

    private static ReadOnlySpan<byte> FirstLine(InputFile file, out ReadOnlySpan<byte> rest)
    {
        var head = TextEncodings.FromUtf16(file.Head).TrimStart(" \t\r\n"u8);
        int end = head.IndexOfAny((byte)'\n', (byte)'\r');
        rest = end < 0 ? default : head[end..].TrimStart("\r\n"u8);
        return end < 0 ? head : head[..end];
    }
}
