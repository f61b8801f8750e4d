using System.Text.Json;
using DbIngest.Sources.Csv;
using DbIngest.Sources.Input;
using DbIngest.Sources.Lines;

namespace DbIngest.Sources.JsonLines;

/// <summary>JSON lines: an object a line, <c>{"time":"2026-01-31T12:00:00Z","u":230.1}</c> (jsonlines.org, ndjson; JSON of RFC 8259).</summary>
internal sealed class JsonLinesFormat : IInputFormat
{
    private const int MaxLines = 50;

    public string Name => "jsonl";

    /// <summary>Two thirds of the first lines are whole JSON objects.</summary>
    public bool Recognises(InputFile file)
    {
        var head = TextEncodings.FromUtf16(file.Head).TrimStart(" \t\r\n"u8);
        if (head is not [(byte)'{', ..])
        {
            return false;
        }

        int lines = 0;
        int objects = 0;
        var fields = new JsonFieldReader();
        while (lines < MaxLines && !head.IsEmpty)
        {
            int end = head.IndexOfAny((byte)'\n', (byte)'\r');
            if (end < 0 && lines > 0)
            {
                break;
            }

            var line = (end < 0 ? head : head[..end]).Trim(" \t"u8);
            head = end < 0 ? default : head[(end + 1)..];
            if (!line.IsEmpty && line[0] != '#')
            {
                lines++;
                objects += IsObject(fields, line) ? 1 : 0;
            }
        }

        return 3 * objects >= 2 * lines;
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
