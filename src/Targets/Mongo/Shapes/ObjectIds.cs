using System.Buffers.Binary;
using System.Security.Cryptography;

namespace DbIngest.Targets.Mongo.Shapes;

/// <summary>
/// Generates object ids as a client does: seconds, five random bytes of this process, a counter (specification "ObjectID
/// format"). <see cref="RecordShape"/> calls it on the timed path. Thread-safe.
/// </summary>
internal sealed class ObjectIds
{
    public const int Bytes = 12;

    private readonly byte[] _process = RandomNumberGenerator.GetBytes(5);
    private int _counter = RandomNumberGenerator.GetInt32(1 << 24);

    /// <summary>Writes a new id.</summary>
    /// <param name="to">Receives 12 bytes.</param>
    /// <param name="seconds">
    /// The id's first four bytes, by the specification seconds since 1970. <see cref="RecordShape"/> passes seconds since this
    /// machine started.
    /// </param>
    public void Write(Span<byte> to, uint seconds)
    {
        BinaryPrimitives.WriteUInt32BigEndian(to, seconds);
        _process.CopyTo(to[4..]);
        int count = Interlocked.Increment(ref _counter);
        to[9] = (byte)(count >> 16);
        to[10] = (byte)(count >> 8);
        to[11] = (byte)count;
    }
}
