using System.Text.Json;

namespace DbIngest.Sources.JsonLines;

/// <summary>
/// Iterates over the scalar values of one JSON object (RFC 8259). <see cref="JsonLinesFormat"/>,
/// <see cref="JsonLinesSniffer"/> and <see cref="JsonLinesReader"/> create one each and reuse it for every line. Allocates
/// nothing per line. A nested value has its path as its name: <c>meter.u</c>, <c>phases.0.i</c>. It throws for a line that is
/// no object, nests deeper than 64 levels or has a name above 512 characters.
/// </summary>
internal sealed class JsonFieldReader
{
    private const int MaxName = 512;
    private const int MaxDepth = 64;
    private const int MaxText = 4096;

    private static readonly JsonReaderOptions Strict =
        new() { MaxDepth = MaxDepth, CommentHandling = JsonCommentHandling.Disallow };

    private readonly char[] _name = new char[MaxName];
    private readonly int[] _lengths = new int[MaxDepth + 1];
    private readonly int[] _indexes = new int[MaxDepth + 1];
    private readonly byte[] _text = new byte[MaxText];
    private int _depth;
    private int _length;

    /// <summary>Starts a line.</summary>
    public Utf8JsonReader Begin(ReadOnlySpan<byte> line)
    {
        _depth = 0;
        _length = 0;
        return new Utf8JsonReader(line, Strict);
    }

    /// <summary>Moves to the next number, text, boolean or null.</summary>
    /// <param name="reader">The reader of the line.</param>
    /// <param name="name">The value's name, valid until the next call.</param>
    /// <param name="value">The value's text; 1 for true and 0 for false.</param>
    /// <returns>False at the end of the object.</returns>
    /// <exception cref="JsonException">The line is not one JSON object, or a name in it is too long.</exception>
    /// <exception cref="InvalidOperationException">A text in it is not UTF-8.</exception>
    public bool TryNext(ref Utf8JsonReader reader, out ReadOnlySpan<char> name, out ReadOnlySpan<byte> value)
    {
        while (reader.Read())
        {
            switch (reader.TokenType)
            {
                case JsonTokenType.StartObject:
                case JsonTokenType.StartArray:
                    Open(isArray: reader.TokenType == JsonTokenType.StartArray);
                    break;
                case JsonTokenType.EndObject:
                case JsonTokenType.EndArray:
                    _depth--;
                    break;
                case JsonTokenType.PropertyName:
                    _length = _lengths[_depth];
                    Append(ref reader);
                    break;
                default:
                    if (_depth == 0)
                    {
                        throw new JsonException("it is not a JSON object");
                    }

                    NextElement();
                    name = _name.AsSpan(0, _length);
                    value = Text(ref reader);
                    return true;
            }
        }

        name = default;
        value = default;
        return false;
    }

    private void Open(bool isArray)
    {
        if (_depth == 0 && isArray)
        {
            throw new JsonException("it is a JSON array, not an object");
        }

        NextElement();
        _depth++;
        _lengths[_depth] = _length;
        _indexes[_depth] = isArray ? 0 : -1;
    }

    /// <summary>Names the next value of an array by its index.</summary>
    private void NextElement()
    {
        if (_depth == 0 || _indexes[_depth] < 0)
        {
            return;
        }

        _length = _lengths[_depth];
        Separate();
        if (!_indexes[_depth]++.TryFormat(_name.AsSpan(_length), out int written, default,
            System.Globalization.CultureInfo.InvariantCulture))
        {
            throw TooLong();
        }

        _length += written;
    }

    private void Append(ref Utf8JsonReader reader)
    {
        Separate();
        if (reader.ValueSpan.Length > MaxName - _length)
        {
            throw TooLong();
        }

        _length += reader.CopyString(_name.AsSpan(_length));
    }

    private void Separate()
    {
        if (_length > 0)
        {
            _name[_length == MaxName ? throw TooLong() : _length++] = '.';
        }
    }

    private ReadOnlySpan<byte> Text(ref Utf8JsonReader reader) => reader.TokenType switch
    {
        JsonTokenType.True => "1"u8,
        JsonTokenType.False => "0"u8,
        JsonTokenType.String when reader.ValueIsEscaped
            && reader.ValueSpan.Length <= MaxText => _text.AsSpan(0, reader.CopyString(_text)),
        _ => reader.ValueSpan,
    };

    private static JsonException TooLong() =>
        new(FormattableString.Invariant($"the name of a value is longer than {MaxName} characters"));
}
