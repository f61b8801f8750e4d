using DbIngest.Sources.Input;

namespace DbIngest.Sources.Comtrade;

/// <summary>
/// Decodes a data section that is base64 text (RFC 4648): either alphabet, padding, line breaks and quotes optional.
/// <see cref="CombinedFile"/> puts it between file and decoder. The section ends at its padding, at the next section or with the
/// file. Any other character is refused, since skipping it would shift all samples behind it.
/// </summary>
internal sealed class Base64Stream(string name, DataWindow window) : ReadOnlyStream(window)
{
    private uint _bits;
    private int _characters;
    private bool _lineStart = true;
    private bool _ended;
    private readonly byte[] _pending = new byte[3];
    private int _pendingCount;
    private int _pendingAt;

    public override int Read(Span<byte> buffer)
    {
        int written = 0;
        while (written < buffer.Length && (_pendingAt < _pendingCount || NextGroup()))
        {
            buffer[written++] = _pending[_pendingAt++];
        }

        return written;
    }

    /// <summary>Decodes the next four characters, or the remaining ones at the end.</summary>
    private bool NextGroup()
    {
        while (!_ended && _characters < 4)
        {
            if (!window.Ensure(1) || (_lineStart && window.Ensure(3) && window.Bytes.StartsWith("---"u8)))
            {
                _ended = true;
                break;
            }

            byte c = window.Bytes[0];
            window.Advance(1);
            _lineStart = c is (byte)'\n' or (byte)'\r';
            if (c == '=')
            {
                _ended = true;
            }
            else if (c is not ((byte)' ' or (byte)'\t' or (byte)'\n' or (byte)'\r' or (byte)'"' or (byte)'\'' or 0x1A))
            {
                _bits = (_bits << 6) | Value(c);
                _characters++;
            }
        }

        int count = _characters * 6 / 8;
        if (count == 0)
        {
            return _characters == 0 ? false : throw Refusal.At(name, 0, "the base64 text of the data section is truncated");
        }

        uint group = _bits << ((4 - _characters) * 6);
        _pending[0] = (byte)(group >> 16);
        _pending[1] = (byte)(group >> 8);
        _pending[2] = (byte)group;
        _pendingCount = count;
        _pendingAt = 0;
        _bits = 0;
        _characters = 0;
        return true;
    }

    private uint Value(byte c) => c switch
    {
        >= (byte)'A' and <= (byte)'Z' => (uint)(c - 'A'),
        >= (byte)'a' and <= (byte)'z' => (uint)(c - 'a' + 26),
        >= (byte)'0' and <= (byte)'9' => (uint)(c - '0' + 52),
        (byte)'+' or (byte)'-' => 62,
        (byte)'/' or (byte)'_' => 63,
        _ => throw Refusal.At(name, 0,
            FormattableString.Invariant($"the data section holds the byte 0x{c:X2}, which base64 does not have")),
    };
}
