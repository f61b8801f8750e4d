using System.Text.Json;
using DbIngest.Sources.Csv;
using DbIngest.Sources.Input;
using DbIngest.Sources.Lines;

namespace DbIngest.Sources.JsonLines;

/// <summary>
/// Determines from the first 1,000 objects which of their values are the time and the numbers. <see cref="JsonLinesFormat"/>
/// runs it once per file, before the reader. It passes over lines that are not JSON, which the reader reports. It refuses a
/// file without a time rather than guess.
/// </summary>
internal sealed class JsonLinesSniffer(InputFile file, FieldOptions options)
{
    private const int SampleLines = 1000;
    private const long MaxDateBytes = 64L << 20;

    private readonly JsonFieldReader _fields = new();
    private readonly FieldProfiles _profiles = new(file.Name, options.Missing);

    /// <summary>Reads the beginning of the file.</summary>
    /// <exception cref="InputException">The objects have no time, or no numbers.</exception>
    public JsonLinesLayout Sniff()
    {
        Sample();
        string time = _profiles.TimeField(options.TimeKey);
        var date = options.Date != DateOrder.Auto ? options.Date : _profiles.UnixUnit(time) ?? Order(time);
        return new(time, date, _profiles.Choose(options.Columns, time), _profiles.Names);
    }

    private void Sample()
    {
        using var lines = KeyValueSniffer.Lines(file);
        for (int count = 0; count < SampleLines && lines.TryNext(out var line) && (lines.Terminated || count < 2);)
        {
            if (KeyValueSniffer.IsIdle(line))
            {
                continue;
            }

            count++;
            try
            {
                for (var reader = _fields.Begin(line); _fields.TryNext(ref reader, out var name, out var value);)
                {
                    _profiles.Add(name.ToString(), value);
                }
            }
            catch (Exception e) when (e is JsonException or InvalidOperationException)
            {
                // The reader reports or counts this line.
            }
        }
    }

    /// <summary>Finds the order of day, month and year by the first time that has only one meaning.</summary>
    private DateOrder Order(string time)
    {
        using var lines = KeyValueSniffer.Lines(file);
        while (lines.Bytes < MaxDateBytes && lines.TryNext(out var line))
        {
            try
            {
                for (var reader = _fields.Begin(line); _fields.TryNext(ref reader, out var name, out var value);)
                {
                    if (name.SequenceEqual(time) && DateOrderSearch.Certain(value) is { } order)
                    {
                        return order;
                    }
                }
            }
            catch (Exception e) when (e is JsonException or InvalidOperationException)
            {
                // The reader reports or counts this line.
            }
        }

        throw DateOrderSearch.Ambiguous(file);
    }
}
