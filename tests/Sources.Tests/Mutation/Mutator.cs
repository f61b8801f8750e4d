using DbIngest.Abstractions.Records;

namespace DbIngest.Sources.Tests.Mutation;

/// <summary>Makes files that are nearly sound: those go deepest into a reader.</summary>
internal sealed class Mutator(ulong seed, string[] spice)
{
    private static readonly byte[] Extremes =
        [0, 1, 0x7f, 0x80, 0xff, (byte)'0', (byte)'9', (byte)'-', (byte)' ', (byte)'\n', (byte)','];

    private SplitMix64 _random = new(seed);

    /// <summary>
    /// A copy with one to eight changes, mostly few: bytes set, flipped, put in, taken out, repeated or moved; or the end cut
    /// off.
    /// </summary>
    public byte[] Mutate(byte[] sound)
    {
        var bytes = new List<byte>(sound);
        for (int changes = 1 + _random.NextBelow(1 << _random.NextBelow(4)); changes > 0 && bytes.Count > 0; changes--)
        {
            Change(bytes);
        }

        return [.. bytes];
    }

    private void Change(List<byte> bytes)
    {
        int at = _random.NextBelow(bytes.Count);
        int length = Math.Min(1 + _random.NextBelow(1 << _random.NextBelow(8)), bytes.Count - at);
        switch (_random.NextBelow(8))
        {
            case 0:
                bytes[at] = (byte)_random.Next();
                break;
            case 1:
                bytes[at] ^= (byte)(1 << _random.NextBelow(8));
                break;
            case 2:
                bytes[at] = Extremes[_random.NextBelow(Extremes.Length)];
                break;
            case 3:
                bytes.RemoveRange(at, length);
                break;
            case 4:
                bytes.InsertRange(_random.NextBelow(bytes.Count), bytes.GetRange(at, length));
                break;
            case 5:
                bytes.InsertRange(at, System.Text.Encoding.Latin1.GetBytes(spice[_random.NextBelow(spice.Length)]));
                break;
            case 6:
                byte[] put = System.Text.Encoding.Latin1.GetBytes(spice[_random.NextBelow(spice.Length)]);
                bytes.RemoveRange(at, Math.Min(put.Length, bytes.Count - at));
                bytes.InsertRange(at, put);
                break;
            default:
                // Rarely, since little is left to be read then.
                bytes.RemoveRange(at, _random.NextBelow(4) == 0 ? bytes.Count - at : 1);
                break;
        }
    }
}
