using DbIngest.Abstractions.Targets;
using DbIngest.Wire.Mongo;

namespace DbIngest.Targets.Mongo.Shapes;

/// <summary>
/// Makes the <c>_id</c> of each document. <c>MongoEndpoint</c> creates the subclass that the option <c>id</c> names, and document
/// shapes call it on the timed path: it must be thread-safe and allocate nothing per record.
/// </summary>
/// <param name="type">BSON type of the <c>_id</c>.</param>
/// <param name="bytes">Length of the <c>_id</c> in bytes.</param>
internal abstract class MongoIdentity(BsonType type, int bytes)
{
    /// <summary>BSON type of the <c>_id</c>.</summary>
    public BsonType Type => type;

    /// <summary>Length of the <c>_id</c> in bytes.</summary>
    public int Bytes => bytes;

    /// <summary>Value of the setting <c>identity</c>. Stored: a resumed sweep compares it.</summary>
    public abstract string Description { get; }

    /// <summary>Sequence numbers of a source that have an identity, from 0.</summary>
    public virtual long Sequences => TrialTable.MostSequences;

    /// <summary>Writes the <c>_id</c> of a record.</summary>
    /// <param name="to">Receives <see cref="Bytes"/> bytes.</param>
    /// <param name="source">The record's source.</param>
    /// <param name="sequence">The record's sequence number.</param>
    public abstract void Write(Span<byte> to, int source, long sequence);
}
