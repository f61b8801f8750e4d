namespace DbIngest.Wire.Tests.Fakes;

/// <summary>
/// A server whose answers are known beforehand: reads give its bytes in pieces, writes go nowhere. The first message comes alone,
/// since a server says nothing more before it is asked.
/// </summary>
internal sealed class ScriptedStream(byte[] answers, int pieceBytes = int.MaxValue) : ServerStream
{
    private const int FirstMessageBytes = 9;
    private int _position;

    public long WrittenBytes { get; private set; }

    public override int Read(Span<byte> buffer)
    {
        int count = Math.Min(Math.Min(buffer.Length, pieceBytes), answers.Length - _position);
        count = _position < FirstMessageBytes ? Math.Min(count, FirstMessageBytes - _position) : count;
        answers.AsSpan(_position, count).CopyTo(buffer);
        _position += count;
        return count;
    }

    public override void Write(ReadOnlySpan<byte> buffer) => WrittenBytes += buffer.Length;
}
