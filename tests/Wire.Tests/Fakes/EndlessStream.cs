using System.Text;

namespace DbIngest.Wire.Tests.Fakes;

/// <summary>
/// A server that begins an answer and never ends it. Time is that of <see cref="Clock"/>, which each read moves on. It closes
/// after 100,000 reads, so that who waits for ever fails rather than hangs.
/// </summary>
internal sealed class EndlessStream(string begin, string endlessly, int pieceBytes, TimeSpan eachRead) : ServerStream
{
    private const int MaxReads = 100_000;

    private readonly byte[] _begin = Encoding.ASCII.GetBytes(begin);
    private readonly byte[] _endlessly = Encoding.ASCII.GetBytes(endlessly);
    private readonly HandClock _clock = new();
    private long _position;
    private int _reads;

    public TimeProvider Clock => _clock;

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

    private sealed class HandClock : TimeProvider
    {
        public TimeSpan Now { get; set; }

        public override long TimestampFrequency => TimeSpan.TicksPerSecond;

        public override long GetTimestamp() => Now.Ticks;
    }
}
