using System.Globalization;
using DbIngest.Sources.Csv;
using DbIngest.Sources.Input;

namespace DbIngest.Sources.P1;

/// <summary>
/// Splits a capture of port P1 into telegrams, from <c>/</c> to <c>!</c> at the start of lines, and checks their checksums.
/// <see cref="P1Reader"/> and <see cref="P1Sniffer"/> own one each and step through it once. It counts lines between telegrams
/// and hands none over. The checksum always counts CR and LF, as meters end lines, even if storing the capture converted the
/// line ends.
/// </summary>
/// <param name="maxBytes">Bytes after which the capture counts as ended. A sniffer bounds its sample by it.</param>
internal sealed class P1Telegrams(InputFile file, long maxBytes = long.MaxValue) : IDisposable
{
    private readonly CsvLines _lines = new(TextEncodings.FromUtf16(file.Head, file.OpenContent()), file.Name, quote: null);
    private ushort _crc;
    private bool _begins;

    /// <summary>The line on which the current telegram begins. 0 between telegrams.</summary>
    public long First { get; private set; }

    /// <summary>The last line read.</summary>
    public long Line => _lines.Line;

    /// <summary>The fault of the last malformed telegram, as a clause.</summary>
    public string Fault { get; private set; } = "";

    /// <summary>True when the fault may come from a file that ends within the telegram.</summary>
    public bool IsPerhapsTorn { get; private set; }

    /// <summary>True when the last telegram has no checksum, as before DSMR 4.</summary>
    public bool IsUnprotected { get; private set; }

    /// <summary>Number of lines between telegrams.</summary>
    public long Others { get; private set; }

    /// <summary>Moves to the next event.</summary>
    /// <param name="line">The line, valid until the next call.</param>
    public P1Step Next(out ReadOnlySpan<byte> line)
    {
        line = default;
        if (_begins)
        {
            _begins = false;
            return Begin();
        }

        while (_lines.Bytes < maxBytes && _lines.TryNext(out line))
        {
            if (line is [(byte)'/', ..])
            {
                // The line is no longer valid after the return, so its checksum starts here.
                _crc = Crc16.Append(0, line);
                if (First == 0)
                {
                    return Begin();
                }

                _begins = true;
                return Faulty("the telegram has no end ('!') before the next one begins", perhapsTorn: false);
            }

            if (First == 0)
            {
                Others += line.Trim(" \t\0"u8).IsEmpty ? 0 : 1;
                continue;
            }

            if (line is not [(byte)'!', ..])
            {
                _crc = Crc16.Append(Crc16.Append(_crc, line), "\r\n"u8);
                return P1Step.Line;
            }

            _crc = Crc16.Append(_crc, "!"u8);
            string? fault = Check(line[1..].Trim(" \t"u8));
            if (fault is not null)
            {
                return Faulty(fault, perhapsTorn: !_lines.Terminated);
            }

            First = 0;
            return P1Step.Sound;
        }

        return First == 0 ? P1Step.End : Faulty("the telegram has no end ('!')", perhapsTorn: true);
    }

    public void Dispose() => _lines.Dispose();

    private P1Step Begin()
    {
        First = _lines.Line;
        _crc = Crc16.Append(_crc, "\r\n"u8);
        return P1Step.Begin;
    }

    private P1Step Faulty(string fault, bool perhapsTorn)
    {
        Fault = FormattableString.Invariant($"{fault} (it begins in line {First})");
        IsPerhapsTorn = perhapsTorn;
        First = 0;
        return P1Step.Faulty;
    }

    private string? Check(ReadOnlySpan<byte> written)
    {
        IsUnprotected = written.IsEmpty;
        if (written.IsEmpty)
        {
            return "the telegram has no checksum";
        }

        return written.Length <= 4
            && ushort.TryParse(written, NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture, out ushort crc)
            && crc == _crc
            ? null
            : string.Create(CultureInfo.InvariantCulture,
                $"the checksum is {_crc:X4}, and the telegram says '{SafeText.Text(written)}'");
    }
}
