using System.Globalization;
using DbIngest.Sources.Csv;
using DbIngest.Sources.Input;

namespace DbIngest.Sources.P1;

/// <summary>
/// Splits a capture into telegrams, from <c>/</c> to <c>!</c> at the beginning of lines, and checks them. The checksum counts lines as meters
/// end them, with CR and LF, whatever became of line ends when the capture was stored.
/// </summary>
internal sealed class P1Telegrams(InputFile file) : IDisposable
{
    private readonly CsvLines _lines = new(TextEncodings.FromUtf16(file.Head, file.OpenContent()), file.Name, quote: null);
    private ushort _crc;
    private bool _begins;

    /// <summary>The line on which the telegram begins.</summary>
    public long First { get; private set; }

    /// <summary>The line that was read last.</summary>
    public long Line => _lines.Line;

    /// <summary>What is wrong with the telegram, as a clause.</summary>
    public string Fault { get; private set; } = "";

    /// <summary>Whether the fault may come from the end of the file cutting the telegram off.</summary>
    public bool IsPerhapsTorn { get; private set; }

    /// <summary>Whether the telegram has no checksum, as before DSMR 4.</summary>
    public bool IsUnprotected { get; private set; }

    /// <summary>Lines between telegrams.</summary>
    public long Others { get; private set; }

    /// <summary>Bytes of all lines so far.</summary>
    public long Bytes => _lines.Bytes;

    /// <summary>Goes to the next line.</summary>
    /// <param name="line">The line, valid until the next call.</param>
    public P1Step Next(out ReadOnlySpan<byte> line)
    {
        line = default;
        if (_begins)
        {
            _begins = false;
            return Begin();
        }

        while (_lines.TryNext(out line))
        {
            if (line is [(byte)'/', ..])
            {
                // The line is gone once this returns, so that its checksum is begun here.
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

        return written.Length <= 4 && ushort.TryParse(written, NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture, out ushort crc) && crc == _crc
            ? null
            : string.Create(CultureInfo.InvariantCulture, $"the checksum is {_crc:X4}, and the telegram says '{Shown.Text(written)}'");
    }
}
