using DbIngest.Sources.Input;

namespace DbIngest.Sources.Comtrade;

/// <summary>The data section of a combined file, up to the bytes that its header counts.</summary>
internal sealed class SectionStream(string name, DataWindow window, long? bytes) : ReadOnlyStream
{
    private long _read;

    public override int Read(Span<byte> buffer)
    {
        long left = bytes - _read ?? long.MaxValue;
        if (left == 0 || buffer.IsEmpty)
        {
            return 0;
        }

        if (!window.Ensure(1))
        {
            return bytes is null
                ? 0
                : throw Refusal.At(name, 0, FormattableString.Invariant($"the data section ends after {_read} of {bytes} bytes: the file is truncated"));
        }

        int count = (int)Math.Min(Math.Min(left, buffer.Length), window.Bytes.Length);
        window.Bytes[..count].CopyTo(buffer);
        window.Advance(count);
        _read += count;
        return count;
    }

    protected override void Dispose(bool disposing)
    {
        if (disposing)
        {
            window.Dispose();
        }

        base.Dispose(disposing);
    }
}
