using DbIngest.Sources.Input;

namespace DbIngest.Sources.Comtrade;

/// <summary>
/// Reads the data section of a combined file, up to the number of bytes that its header declares. <see cref="CombinedFile"/>
/// opens it for the decoder. Only padding or another section may follow: it throws where samples follow, since the number is
/// wrong or the file was changed in transfer, and the samples read may be misaligned.
/// </summary>
internal sealed class SectionStream(string name, DataWindow window, long? bytes) : ReadOnlyStream(window)
{
    private const int MaxPadding = 64 * 1024;

    private long _read;

    /// <summary>True when the bytes after the declared ones are no data: padding, line ends, or another section.</summary>
    public static bool IsEnd(ReadOnlySpan<byte> rest) => rest.TrimStart(" \t\r\n\x1A"u8) is var more
        && (more.IsEmpty || more.StartsWith("---"u8));

    /// <summary>The exception for a section with data after the declared bytes.</summary>
    public static InputException TooLong(string name, long bytes) => Refusal.At(
        name, 0, FormattableString.Invariant(
            $"the data section goes on after the {bytes} bytes that its header declares: the number is wrong, or the file was changed in transfer (are line ends converted?)"));

    public override int Read(Span<byte> buffer)
    {
        long left = bytes - _read ?? long.MaxValue;
        if (left == 0)
        {
            window.Ensure(MaxPadding);
            return IsEnd(window.Bytes[..Math.Min(window.Bytes.Length, MaxPadding)]) ? 0 : throw TooLong(name, bytes!.Value);
        }

        if (buffer.IsEmpty)
        {
            return 0;
        }

        if (!window.Ensure(1))
        {
            return bytes is null
                ? 0
                : throw Refusal.At(name, 0,
                    FormattableString.Invariant($"the data section ends after {_read} of {bytes} bytes: the file is truncated"));
        }

        int count = (int)Math.Min(Math.Min(left, buffer.Length), window.Bytes.Length);
        window.Bytes[..count].CopyTo(buffer);
        window.Advance(count);
        _read += count;
        return count;
    }
}
