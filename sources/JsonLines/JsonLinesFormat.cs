using System.Text.Json;
using DbIngest.Sources.Csv;
using DbIngest.Sources.Input;
using DbIngest.Sources.Lines;

namespace DbIngest.Sources.JsonLines;

/// <summary>
/// Opens JSON lines: one object per line, <c>{"time":"2026-01-31T12:00:00Z","u":230.1}</c> (jsonlines.org, ndjson; RFC 8259).
/// <see cref="InputFormats"/> tries it on the beginning of a file, and <see cref="InputWorkload"/> opens the file by it for
/// <c>--input</c>, before the first trial. <see cref="JsonLinesSniffer"/> then finds time and values. Stateless.
/// </summary>
internal sealed class JsonLinesFormat : IInputFormat
{
    public string Name => "jsonl";

    /// <summary>True when two thirds of the first lines are whole JSON objects.</summary>
    public bool Recognises(InputFile file)
    {
        var fields = new JsonFieldReader();
        return TextEncodings.FromUtf16(file.Head).TrimStart(" \t\r\n"u8) is [(byte)'{', ..]
            && FirstLines.Pass(file, hasComments: true, line => IsObject(fields, line));
    }

    public IRecordReader Open(InputFile file, InputOptions options, InputFiles set)
    {
        var taken = FieldOptions.Take(options, Name);
        return new JsonLinesReader(file, taken, new JsonLinesSniffer(file, taken).Sniff());
    }

    private static bool IsObject(JsonFieldReader fields, ReadOnlySpan<byte> line)
    {
        try
        {
            int values = 0;
            for (var reader = fields.Begin(line); fields.TryNext(ref reader, out _, out _);)
            {
                values++;
            }

            return values > 0;
        }
        catch (Exception e) when (e is JsonException or InvalidOperationException)
        {
            return false;
        }
    }
}
