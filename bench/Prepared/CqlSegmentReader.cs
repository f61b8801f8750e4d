using DbIngest.Wire.Cql.Frames;

namespace DbIngest.Bench.Prepared;

/// <summary>Receives the payload of one segment.</summary>
internal delegate void SegmentPayload(ReadOnlySpan<byte> payload);

/// <summary>
/// Takes the uncompressed segments of CQL version 5 out of a stream of bytes that comes in pieces. <see cref="MessageReplay"/>
/// reads requests and recorded answers by it. It checks the header's checksum, not the payload's. Not thread-safe.
/// </summary>
/// <param name="take">Receives each payload.</param>
internal sealed class CqlSegmentReader(SegmentPayload take)
{
    private byte[] _bytes = new byte[2 * CqlSegment.MaxPayloadBytes];
    private int _count;

    /// <summary>The payloads of a whole recording, one behind the other.</summary>
    /// <exception cref="InvalidOperationException">The recording ends within a segment.</exception>
    public static byte[] Payloads(byte[] recording)
    {
        var payloads = new List<byte>();
        var reader = new CqlSegmentReader(payload => payloads.AddRange(payload));
        reader.Take(recording);
        return reader._count == 0 ? [.. payloads]
            : throw new InvalidOperationException($"The recording ends with {reader._count} bytes of an incomplete segment.");
    }

    /// <summary>Takes the next piece.</summary>
    public void Take(ReadOnlySpan<byte> piece)
    {
        if (_bytes.Length - _count < piece.Length)
        {
            Array.Resize(ref _bytes, Math.Max(2 * _bytes.Length, _count + piece.Length));
        }

        piece.CopyTo(_bytes.AsSpan(_count));
        _count += piece.Length;
        int at = 0;
        while (_count - at >= CqlSegment.HeaderBytes)
        {
            int length = CqlSegment.ReadHeader(_bytes.AsSpan(at, CqlSegment.HeaderBytes));
            int whole = CqlSegment.HeaderBytes + length + CqlSegment.TrailerBytes;
            if (_count - at < whole)
            {
                break;
            }

            take(_bytes.AsSpan(at + CqlSegment.HeaderBytes, length));
            at += whole;
        }

        _bytes.AsSpan(at, _count - at).CopyTo(_bytes);
        _count -= at;
    }
}
