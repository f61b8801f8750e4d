using DbIngest.Sources.Comtrade;
using DbIngest.Sources.Csv;
using DbIngest.Sources.DeviceDatabase;
using DbIngest.Sources.Input;
using DbIngest.Sources.JsonLines;
using DbIngest.Sources.LineProtocol;
using DbIngest.Sources.Lines;
using DbIngest.Sources.Nem12;
using DbIngest.Sources.P1;
using DbIngest.Sources.Refused;
using DbIngest.Sources.Xml;

namespace DbIngest.Sources;

/// <summary>
/// Lists every format, in the order in which they try to recognise an input file. <see cref="InputWorkload"/> and
/// <see cref="InputInspector"/> find a file's format here. A new format is added here and nowhere else, before delimited text,
/// which recognises any text. A new format of binary, XML or JSON files must come before <see cref="RefusedFormat"/>, which
/// refuses all such files.
/// </summary>
internal static class InputFormats
{
    // Delimited text comes last, since it recognises any text. Formats that are known but not supported come before it.
    private static readonly IInputFormat[] All =
    [
        new ComtradeFormat(), new EspiFormat(), new MeasurementFormat(), new DeviceFormat(), new JsonLinesFormat(),
            new Nem12Format(), new P1Format(),
        new RefusedFormat(), new NmeaFormat(), new LineProtocolFormat(), new KeyValueFormat(), new CsvFormat(),
    ];

    /// <summary>
    /// Finds the format of an input: the one that the option <c>format=</c> names, or the first that recognises the content.
    /// </summary>
    /// <exception cref="ArgumentException">The option names no format.</exception>
    /// <exception cref="InputException">No format recognises the content.</exception>
    public static IInputFormat Find(InputFile file, InputOptions options)
    {
        RefusedFormat.RefuseArchive(file);
        string names = string.Join(", ", All.Where(format => format is not RefusedFormat).Select(format => format.Name));
        if (options.Take("format") is { } name)
        {
            return All.FirstOrDefault(
                format => format is not RefusedFormat && string.Equals(format.Name, name, StringComparison.OrdinalIgnoreCase))
                ?? throw new ArgumentException($"Input option format: '{name}' is none of {names}.");
        }

        return All.FirstOrDefault(format => format.Recognises(file))
            ?? throw new InputException(file.Head.IsEmpty
                ? $"{file.Name}: the file is empty; name one that holds records."
                : $"{file.Name}: the content is in none of the known formats ({names}).");
    }
}
