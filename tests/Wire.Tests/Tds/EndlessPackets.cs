namespace DbIngest.Wire.Tests.Tds;

/// <summary>A message of which the beginning is given and whose packets, of zeros then, never end; up to 2.5 GB.</summary>
internal sealed class EndlessPackets(byte[] begin) : MemoryStream
{
    private const int PayloadBytes = 32_000;
    private const long MaxBytes = 2_500_000_000;

    private readonly byte[] _packet = new byte[8 + PayloadBytes];
    private long _position;

    public override int Read(Span<byte> buffer)
    {
        if (_position >= MaxBytes)
        {
            return 0;
        }

        int at = (int)(_position % _packet.Length);
        if (at == 0)
        {
            Array.Clear(_packet);
            (_packet[0], _packet[2], _packet[3]) = (4, (8 + PayloadBytes) >> 8, unchecked((byte)(8 + PayloadBytes)));
            if (_position == 0)
            {
                begin.CopyTo(_packet, 8);
            }
        }

        int count = Math.Min(buffer.Length, _packet.Length - at);
        _packet.AsSpan(at, count).CopyTo(buffer);
        _position += count;
        return count;
    }

    public override int Read(byte[] buffer, int offset, int count) => Read(buffer.AsSpan(offset, count));
}
