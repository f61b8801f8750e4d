using DbIngest.Wire.Mongo;

namespace DbIngest.Targets.Mongo.Shapes;

/// <summary>
/// Makes the <c>_id</c> of a record an object id of source and sequence number, both big-endian, since servers compare object ids
/// bytewise. Sources count from 1: drivers take an object id of twelve zeros for a missing one, and store another.
/// <c>MongoEndpoint</c> creates it for <c>id=sequence_objectid</c>. Documents store it, so its bits must not change.
/// </summary>
internal sealed class ObjectIdIdentity() : RecordIdentity(BsonType.ObjectId, BsonObjectId.Bytes)
{
    /// <summary>Value of the option <c>id</c>.</summary>
    public const string Word = "sequence_objectid";

    /// <inheritdoc/>
    public override string Name => Word;

    /// <inheritdoc/>
    public override string TypeName => "objectId";

    /// <inheritdoc/>
    public override string Description => "source and sequence, as an object id";

    /// <summary>The identity of a record.</summary>
    public static BsonObjectId Id(int source, long sequence) => new((uint)source + 1, (ulong)sequence);

    /// <inheritdoc/>
    public override object Of(int source, long sequence) => Id(source, sequence);

    /// <inheritdoc/>
    public override void Write(Span<byte> to, int source, long sequence) => Id(source, sequence).Write(to);
}
