using System.Buffers.Binary;
using System.Net.Sockets;
using DbIngest.Wire.Cql.Frames;

namespace DbIngest.Bench.Prepared;

/// <summary>
/// Answers each message of CQL version 5 as soon as it is whole, with the first recorded answer in a segment. Messages that leave
/// a client together share a segment, so that the bytes of a batch depend on time: this replay counts the bytes of messages and
/// leaves those of segments out.
/// </summary>
/// <remarks>
/// Native protocol version 5, sections 2.1 (segments) and 2.2 (messages): a header of 9 bytes with the stream at 2.
/// </remarks>
internal sealed class MessageReplay : Replay
{
    private const int StreamAt = 2;
    private const int LengthAt = 5;
    private const int HeaderBytes = 9;

    private readonly Socket? _client;
    private readonly byte[] _answer;
    private readonly int _messages;
    private readonly CqlSegmentReader _segments;
    private readonly byte[] _header = new byte[HeaderBytes];
    private int _headerBytes;
    private int _bodyLeft;
    private int _answered;

    /// <summary>Creates a replay.</summary>
    /// <param name="script">The recording of one batch.</param>
    /// <param name="client">The client's connection, or null to ask for sizes alone.</param>
    public MessageReplay(Conversation script, Socket? client)
    {
        _client = client;
        byte[] answers = CqlSegmentReader.Payloads([.. script.Answers.SelectMany(answer => answer.Bytes)]);
        int length = HeaderBytes + BodyBytes(answers);
        _answer = new byte[CqlSegment.HeaderBytes + length + CqlSegment.TrailerBytes];
        answers.AsSpan(0, length).CopyTo(_answer.AsSpan(CqlSegment.HeaderBytes));
        byte[] request = CqlSegmentReader.Payloads(script.Request);
        BytesPerBatch = request.Length;
        for (int at = 0; at < request.Length; at += HeaderBytes + BodyBytes(request.AsSpan(at)))
        {
            _messages++;
        }

        _segments = new CqlSegmentReader(TakePayload);
    }

    /// <inheritdoc/>
    public override int BytesPerBatch { get; }

    /// <inheritdoc/>
    public override int AnswerBytes => _messages * _answer.Length;

    /// <inheritdoc/>
    public override void Take(ReadOnlySpan<byte> bytes) => _segments.Take(bytes);

    private static int BodyBytes(ReadOnlySpan<byte> message) => BinaryPrimitives.ReadInt32BigEndian(message[LengthAt..]);

    private void TakePayload(ReadOnlySpan<byte> payload)
    {
        Count(payload.Length);
        while (payload.Length > 0)
        {
            if (_headerBytes < HeaderBytes)
            {
                int count = Math.Min(HeaderBytes - _headerBytes, payload.Length);
                payload[..count].CopyTo(_header.AsSpan(_headerBytes));
                payload = payload[count..];
                _headerBytes += count;
                if (_headerBytes < HeaderBytes)
                {
                    return;
                }

                _bodyLeft = BodyBytes(_header);
            }

            int taken = Math.Min(_bodyLeft, payload.Length);
            payload = payload[taken..];
            _bodyLeft -= taken;
            if (_bodyLeft == 0)
            {
                _headerBytes = 0;
                Answer();
            }
        }
    }

    private void Answer()
    {
        if (++_answered == _messages)
        {
            _answered = 0;
            CountBatch();
        }

        _header.AsSpan(StreamAt, 2).CopyTo(_answer.AsSpan(CqlSegment.HeaderBytes + StreamAt));
        CqlSegment.Seal(_answer, isSelfContained: true);
        _client!.Send(_answer);
    }
}
