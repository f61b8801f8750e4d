using System.Buffers.Binary;

namespace DbIngest.Wire.Tests.Fakes;

/// <summary>
/// A server of HTTP/2 whose answers are of given lengths, and which keeps the books of their windows as RFC 9113 (section 6.9)
/// asks. Each write of the client has whole frames.
/// </summary>
/// <param name="answers">Frames of 16 KiB per answer, in the order of the requests.</param>
internal sealed class WindowedServer(params int[] answers) : ServerStream
{
    private const int HeadBytes = 9;
    private const int FrameBytes = 16 * 1024;
    private const byte Data = 0;
    private const byte Headers = 1;
    private const byte WindowUpdate = 8;

    private readonly Dictionary<int, long> _windows = new() { [0] = ushort.MaxValue };
    private readonly Queue<int> _answers = new(answers);
    private IEnumerator<byte[]> _frames = ((IEnumerable<byte[]>)[Frame(4, 0, 0, [])]).GetEnumerator();
    private byte[] _frame = [];
    private int _position;
    private int _preface = 24;

    /// <summary>The largest window of a stream, or of the connection, that the client asked for.</summary>
    public long LargestWindow { get; private set; }

    /// <summary>The stream and the count of each update since the first request.</summary>
    public List<(int Stream, int Count)> Updates { get; } = [];

    public override int Read(Span<byte> buffer)
    {
        if (_position == _frame.Length)
        {
            if (!_frames.MoveNext())
            {
                return 0;
            }

            (_frame, _position) = (_frames.Current, 0);
        }

        int count = Math.Min(buffer.Length, _frame.Length - _position);
        _frame.AsSpan(_position, count).CopyTo(buffer);
        _position += count;
        return count;
    }

    public override void Write(ReadOnlySpan<byte> buffer)
    {
        buffer = buffer[_preface..];
        _preface = 0;
        while (!buffer.IsEmpty)
        {
            int length = (int)(BinaryPrimitives.ReadUInt32BigEndian(buffer) >> 8);
            int stream = BinaryPrimitives.ReadInt32BigEndian(buffer[5..]);
            switch (buffer[3])
            {
                case Headers:
                    _windows[stream] = int.MaxValue;
                    _frames = Answer(stream, _answers.Dequeue()).GetEnumerator();
                    break;
                case WindowUpdate:
                    int more = BinaryPrimitives.ReadInt32BigEndian(buffer[HeadBytes..]);
                    _windows[stream] += more;
                    LargestWindow = Math.Max(LargestWindow, _windows[stream]);
                    if (_windows.Count > 1)
                    {
                        Updates.Add((stream, more));
                    }

                    break;
            }

            buffer = buffer[(HeadBytes + length)..];
        }
    }

    private IEnumerable<byte[]> Answer(int stream, int frames)
    {
        const byte EndStream = 1;
        const byte EndHeaders = 4;
        const byte Status200 = 0x88;
        yield return Frame(Headers, EndHeaders, stream, [Status200]);
        byte[] data = Frame(Data, 0, stream, new byte[FrameBytes]);
        for (int i = 0; i < frames; i++)
        {
            _windows[0] -= FrameBytes;
            _windows[stream] -= FrameBytes;
            Math.Min(_windows[0], _windows[stream]).ShouldBeGreaterThanOrEqualTo(0);
            yield return data;
        }

        yield return Frame(Data, EndStream, stream, []);
    }

    private static byte[] Frame(byte type, byte flags, int stream, byte[] payload)
    {
        byte[] frame = new byte[HeadBytes + payload.Length];
        BinaryPrimitives.WriteUInt32BigEndian(frame, ((uint)payload.Length << 8) | type);
        frame[4] = flags;
        BinaryPrimitives.WriteInt32BigEndian(frame.AsSpan(5), stream);
        payload.CopyTo(frame, HeadBytes);
        return frame;
    }
}
