using DbIngest.Sources.Input;

namespace DbIngest.Sources.Lines;

/// <summary>
/// Opens logs of sentences with checksums: NMEA 0183, or instruments that use its framing. <see cref="InputFormats"/> tries it
/// on the beginning of a file, and <see cref="InputWorkload"/> opens the file by it, before anything is timed. Stateless.
/// </summary>
internal sealed class NmeaFormat : IInputFormat
{
    public string Name => "nmea";

    /// <summary>True when two thirds of the first lines are sentences with a correct checksum.</summary>
    public bool Recognises(InputFile file) =>
        FirstLines.Pass(file, hasComments: false, line => NmeaSentence.TryParse(line, out var sentence) && sentence.IsSound);

    public IRecordReader Open(InputFile file, InputOptions options, InputFiles set)
    {
        var taken = NmeaOptions.Take(options);
        bool mayBeginAlike = taken.BaseDate is not null && set.Count > 1 && file == set[0];
        return new NmeaReader(file, taken, new NmeaSniffer(file, taken).Sniff(), mayBeginAlike ? set.Count : 0);
    }
}
