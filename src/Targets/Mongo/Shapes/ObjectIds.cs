using System.Buffers.Binary;
using System.Security.Cryptography;
using DbIngest.Wire.Mongo;

namespace DbIngest.Targets.Mongo.Shapes;

/// <summary>
/// Generates object ids as a client does: seconds since 1970, five random bytes of this process, a counter (specification
/// "ObjectID format"). They do not identify the record, so a repeated batch is stored twice unless recovery finds it.
/// <c>MongoEndpoint</c> creates it for <c>id=objectid</c>, and all writers of a target share it. Thread-safe.
/// </summary>
internal sealed class ObjectIds() : MongoIdentity(BsonType.ObjectId, BsonObjectId.Bytes)
{
    /// <summary>Value of the option <c>id</c>.</summary>
    public const string Word = "objectid";

    // Unix time at which the machine's clock of ticks was 0: ticks are read faster than the time of day.
    private readonly long _originMs = DateTimeOffset.UtcNow.ToUnixTimeMilliseconds() - Environment.TickCount64;
    private readonly byte[] _process = RandomNumberGenerator.GetBytes(5);
    private int _counter = RandomNumberGenerator.GetInt32(1 << 24);

    /// <inheritdoc/>
    public override string Description => "object id made by the client";

    /// <summary>Writes a new id, another for each call.</summary>
    /// <inheritdoc/>
    public override void Write(Span<byte> to, int source, long sequence)
    {
        BinaryPrimitives.WriteUInt32BigEndian(to, (uint)((_originMs + Environment.TickCount64) / 1000));
        _process.CopyTo(to[4..]);
        int count = Interlocked.Increment(ref _counter);
        to[9] = (byte)(count >> 16);
        to[10] = (byte)(count >> 8);
        to[11] = (byte)count;
    }
}
