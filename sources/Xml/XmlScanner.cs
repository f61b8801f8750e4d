using DbIngest.Sources.Input;

namespace DbIngest.Sources.Xml;

/// <summary>
/// Reads the elements of an XML document in UTF-8 with bounded memory: element by element, each with its text.
/// <see cref="MeasurementReader"/>, <see cref="EspiCatalog"/> and <see cref="EspiReader"/> drive one each, on one thread. It
/// refuses a DTD, so that no entity can be defined, and limits depth, names, attributes and texts.
/// </summary>
/// <remarks>
/// It checks that tags match, that attributes are well-formed, and that references are to the five entities and characters that
/// every document has (W3C XML 1.0, fifth edition). It does not check that prefixes are declared.
/// </remarks>
internal sealed class XmlScanner(string name, Stream stream) : IDisposable
{
    public const int MaxDepth = 64;
    private const int MaxTagBytes = 64 * 1024;
    private const int MaxSkippedName = 100;

    private readonly DataWindow _window = new(stream, countLines: true);
    private readonly XmlText _text = new();
    private readonly byte[] _names = new byte[MaxTagBytes];
    private readonly int[] _nameStarts = new int[MaxDepth + 1];
    private int _tagLength;
    private int _attributesStart;
    private int _nameLength;
    private bool _pendingEnd;
    private bool _rootSeen;

    /// <summary>Number of open elements, including the one just started.</summary>
    public int Depth { get; private set; }

    /// <summary>Local name (after the colon) of the element that was started or ended.</summary>
    public ReadOnlySpan<byte> LocalName => XmlAttributes.Local(_names.AsSpan(_nameStarts[NameIndex], _nameLength));

    /// <summary>Text of the element that was ended, after its last child, without surrounding white space.</summary>
    public ReadOnlySpan<byte> Text => _text.Trimmed;

    /// <summary>Current line of the document, from 1.</summary>
    public long Line => 1 + _window.LineFeeds;

    /// <summary>True when the last <see cref="Read"/> reached the end of an element, false when it reached a start.</summary>
    public bool IsEnd { get; private set; }

    private int NameIndex => IsEnd ? Depth : Depth - 1;

    /// <summary>Moves to the next start or end of an element. False at the end of the document.</summary>
    /// <exception cref="InputException">The document is not well-formed, or exceeds a limit.</exception>
    public bool Read()
    {
        if (!IsEnd && _tagLength > 0)
        {
            Advance(_tagLength);
            _tagLength = 0;
        }

        _text.Clear();
        if (_pendingEnd)
        {
            _pendingEnd = false;
            return End();
        }

        while (true)
        {
            if (!_window.Ensure(1))
            {
                return Depth == 0 && _rootSeen ? false
                    : throw Fail(_rootSeen ? "the document ends within an element" : "it has no element");
            }

            int tag = _window.Bytes.IndexOf((byte)'<');
            if (tag != 0)
            {
                AddText(tag < 0 ? _window.Bytes.Length : tag);
                continue;
            }

            if (!_window.Ensure(2))
            {
                throw Fail("the document ends within a tag");
            }

            switch (_window.Bytes[1])
            {
                case (byte)'!':
                    Declaration();
                    break;
                case (byte)'?':
                    SkipTo("?>"u8, 2);
                    break;
                case (byte)'/':
                    return EndTag();
                default:
                    return StartTag();
            }
        }
    }

    /// <summary>Finds an attribute of the element just started.</summary>
    /// <param name="attribute">The attribute's local name.</param>
    /// <param name="value">The attribute's value, as it stands between the quotes.</param>
    /// <returns>True when the element has it.</returns>
    public bool TryAttribute(ReadOnlySpan<byte> attribute, out ReadOnlySpan<byte> value)
    {
        var tag = _window.Bytes[.._tagLength];
        int at = _attributesStart;
        while (XmlAttributes.Next(tag, ref at, out var key, out var range) == true)
        {
            if (XmlAttributes.Local(tag[key]).SequenceEqual(attribute))
            {
                value = tag[range];
                return true;
            }
        }

        value = default;
        return false;
    }

    /// <summary>
    /// Gets the whole content of the element just started, if it is in the window and holds only elements and text. Does not
    /// check that it is well-formed.
    /// </summary>
    /// <param name="content">The content; valid until the next <see cref="Read"/>.</param>
    public bool TryContent(out ReadOnlySpan<byte> content)
    {
        content = default;
        var qualified = _names.AsSpan(_nameStarts[Depth - 1].._nameStarts[Depth]);
        if (IsEnd || _pendingEnd || qualified.Length > MaxSkippedName)
        {
            return false;
        }

        Span<byte> tag = stackalloc byte[MaxSkippedName + 3];
        tag = tag[..(qualified.Length + 3)];
        (tag[0], tag[1], tag[^1]) = ((byte)'<', (byte)'/', (byte)'>');
        qualified.CopyTo(tag[2..]);
        var rest = _window.Bytes[_tagLength..];
        int end = rest.IndexOf(tag);
        tag[1] = (byte)'<';
        if (end < 0 || rest[..end].IndexOf("<!"u8) >= 0 || rest[..end].IndexOf("<?"u8) >= 0 || rest[..end]
            .IndexOf(tag[1..^1]) >= 0)
        {
            return false;
        }

        content = rest[..end];
        return true;
    }

    /// <summary>Skips the content that <see cref="TryContent"/> returned.</summary>
    public void SkipContent(int bytes)
    {
        Advance(_tagLength + bytes);
        _tagLength = 0;
    }

    public void Dispose() => _window.Dispose();

    /// <summary>Makes an exception that names the current line.</summary>
    public InputException Fail(string reason) => new(FormattableString.Invariant($"{name}, line {Line}: {reason}."));

    private void Advance(int count) => _window.Advance(count);

    private void AddText(int count)
    {
        var text = _window.Bytes[..count];
        if (Depth == 0)
        {
            var stray = text.TrimStart(" \t\r\n"u8);
            if (!stray.IsEmpty)
            {
                throw Fail("there is text outside the root element");
            }
        }
        else if (!_text.IsEmpty || text.ContainsAnyExcept(XmlAttributes.Space))
        {
            int last = text.LastIndexOf((byte)'&');
            if (last >= 0)
            {
                // The end of the window must not cut a reference in two.
                if (count == _window.Bytes.Length && count < _window.Size && !_window.Ended && !text[last..].Contains((byte)';'))
                {
                    _window.Ensure(count + 1);
                    return;
                }

                Check(_text.AppendDecoded(text));
            }
            else
            {
                Check(_text.Append(text));
            }
        }

        Advance(count);
    }

    private void Check(string? fault)
    {
        if (fault is not null)
        {
            throw Fail(fault);
        }
    }

    private void Declaration()
    {
        _window.Ensure(9);
        var bytes = _window.Bytes;
        if (bytes.StartsWith("<!--"u8))
        {
            SkipTo("-->"u8, 4);
        }
        else if (bytes.StartsWith("<![CDATA["u8) && Depth > 0)
        {
            Advance(9);
            CharacterData();
        }
        else
        {
            throw Fail(bytes.StartsWith("<!DOCTYPE"u8) ? "it has a document type definition, which is not read"
                : "a tag is malformed");
        }
    }

    private void CharacterData()
    {
        while (true)
        {
            int end = _window.Bytes.IndexOf("]]>"u8);
            int count = end >= 0 ? end : Math.Max(0, _window.Bytes.Length - 2);
            Check(_text.Append(_window.Bytes[..count]));
            Advance(count);
            if (end >= 0)
            {
                Advance(3);
                return;
            }

            if (!_window.Ensure(3))
            {
                throw Fail("the document ends within a CDATA section");
            }
        }
    }

    /// <summary>Skips a comment or a processing instruction of any length.</summary>
    private void SkipTo(ReadOnlySpan<byte> end, int head)
    {
        Advance(head);
        while (true)
        {
            int found = _window.Bytes.IndexOf(end);
            if (found >= 0)
            {
                Advance(found + end.Length);
                return;
            }

            Advance(Math.Max(0, _window.Bytes.Length - (end.Length - 1)));
            if (!_window.Ensure(end.Length))
            {
                throw Fail("the document ends within a comment or an instruction");
            }
        }
    }

    private bool StartTag()
    {
        if (Depth == 0 && _rootSeen)
        {
            throw Fail("there is a second root element");
        }

        if (Depth == MaxDepth)
        {
            throw Fail(FormattableString.Invariant($"elements are nested more than {MaxDepth} deep"));
        }

        // Most tags have no attributes: the bracket ends their name.
        int nameEnd = XmlAttributes.NameEndOf(_window.Bytes);
        bool bare = nameEnd > 1 && nameEnd < MaxTagBytes && _window.Bytes[nameEnd] == '>';
        int length = bare ? nameEnd + 1 : TagLength();
        var tag = _window.Bytes[..length];
        bool empty = tag[^2] == '/';
        nameEnd = bare ? nameEnd : XmlAttributes.NameEndOf(tag);
        if (nameEnd == 1)
        {
            throw Fail("a tag has no name");
        }

        _attributesStart = nameEnd;
        _tagLength = tag.Length;
        if (!bare && !XmlAttributes.AreWellFormed(tag, nameEnd))
        {
            throw Fail("an attribute is malformed");
        }

        Push(tag[1..nameEnd]);
        _rootSeen = true;
        _pendingEnd = empty;
        IsEnd = false;
        return true;
    }

    /// <summary>Returns the length of the tag at the window's start. A bracket between quotes does not end it.</summary>
    private int TagLength()
    {
        int from = 1;
        byte quote = 0;
        while (true)
        {
            var bytes = _window.Bytes[..Math.Min(_window.Bytes.Length, MaxTagBytes)];
            int next = quote == 0 ? bytes[from..].IndexOfAny((byte)'>', (byte)'"', (byte)'\'') : bytes[from..].IndexOf(quote);
            if (next < 0)
            {
                from = bytes.Length;
                if (bytes.Length == MaxTagBytes || !_window.Ensure(bytes.Length + 1))
                {
                    throw Fail(_window.Ended ? "the document ends within a tag"
                        : FormattableString.Invariant($"a tag is longer than {MaxTagBytes} bytes"));
                }

                continue;
            }

            byte found = bytes[from + next];
            from += next + 1;
            if (found == '>' && quote == 0)
            {
                return from;
            }

            quote = quote == 0 ? found : (byte)0;
        }
    }

    private void Push(ReadOnlySpan<byte> qualified)
    {
        int start = _nameStarts[Depth];
        if (qualified.Length > _names.Length - start)
        {
            throw Fail("the names of the open elements are too long");
        }

        qualified.CopyTo(_names.AsSpan(start));
        _nameStarts[++Depth] = start + qualified.Length;
        _nameLength = qualified.Length;
    }

    private bool EndTag()
    {
        int end;
        while ((end = _window.Bytes.IndexOf((byte)'>')) < 0)
        {
            if (_window.Bytes.Length >= MaxTagBytes || !_window.Ensure(_window.Bytes.Length + 1))
            {
                throw Fail("an end tag does not end");
            }
        }

        var qualified = _window.Bytes[2..end].TrimEnd(" \t\r\n"u8);
        if (Depth == 0 || !qualified.SequenceEqual(_names.AsSpan(_nameStarts[Depth - 1].._nameStarts[Depth])))
        {
            throw Fail("an end tag does not match the start of its element");
        }

        Advance(end + 1);
        return End();
    }

    private bool End()
    {
        Depth--;
        _nameLength = _nameStarts[Depth + 1] - _nameStarts[Depth];
        IsEnd = true;
        _tagLength = 0;
        return true;
    }
}
