using System.Text;

namespace DbIngest.Wire.Tests.Fakes;

/// <summary>
/// A server that begins an answer and never ends it. Time is that of <see cref="Clock"/>, which each read moves on. It closes
/// after 100,000 reads, so that who waits for ever fails rather than hangs.
/// </summary>
internal sealed class EndlessStream(string begin, string endlessly, int pieceBytes, TimeSpan eachRead) : Stream
{
    private const int MaxReads = 100_000;

    private readonly byte[] _begin = Encoding.ASCII.GetBytes(begin);
    private readonly byte[] _endlessly = Encoding.ASCII.GetBytes(endlessly);
    private readonly HandClock _clock = new();
    private long _position;
    private int _reads;

    public TimeProvider Clock => _clock;

    public override bool CanRead => true;

    public override bool CanSeek => false;

    public override bool CanWrite => true;

    public override long Length => throw new NotSupportedException();

    public override long Position
    {
        get => throw new NotSupportedException();
        set => throw new NotSupportedException();
    }

    public override int Read(Span<byte> buffer)
    {
        _clock.Now += eachRead;
        int count = _reads++ < MaxReads ? Math.Min(buffer.Length, pieceBytes) : 0;
        for (int i = 0; i < count; i++, _position++)
        {
            buffer[i] = _position < _begin.Length ? _begin[_position]
                : _endlessly[(_position - _begin.Length) % _endlessly.Length];
        }

        return count;
    }

    public override int Read(byte[] buffer, int offset, int count) => Read(buffer.AsSpan(offset, count));

    public override void Write(ReadOnlySpan<byte> buffer)
    {
    }

    public override void Write(byte[] buffer, int offset, int count)
    {
    }

    public override void Flush()
    {
    }

    public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

    public override void SetLength(long value) => throw new NotSupportedException();

    private sealed class HandClock : TimeProvider
    {
        public TimeSpan Now { get; set; }

        public override long TimestampFrequency => TimeSpan.TicksPerSecond;

        public override long GetTimestamp() => Now.Ticks;
    }
}
