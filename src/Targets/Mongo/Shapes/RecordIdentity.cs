using DbIngest.Abstractions.Targets;
using DbIngest.Wire.Mongo;

namespace DbIngest.Targets.Mongo.Shapes;

/// <summary>
/// An <c>_id</c> made of source and sequence number, in their order. <c>MongoEndpoint</c> creates the subclass that the option
/// <c>id</c> names. It is unique, so the server rejects a repeated record, and finds a record or a range of records by it.
/// Stored: a change of the bits makes older collections unreadable.
/// </summary>
/// <param name="type">BSON type of the <c>_id</c>.</param>
/// <param name="bytes">Length of the <c>_id</c> in bytes.</param>
internal abstract class RecordIdentity(BsonType type, int bytes) : MongoIdentity(type, bytes)
{
    /// <summary>Value of the option <c>id</c>.</summary>
    public abstract string Name { get; }

    /// <summary>Operand of <c>$type</c> that selects documents with an <c>_id</c> of this type.</summary>
    public abstract string TypeName { get; }

    /// <summary>Sources that have identities, from 0.</summary>
    public virtual long Sources => 1L + int.MaxValue;

    /// <summary>
    /// The identity of a record as a value of a command. At <see cref="MongoIdentity.Sequences"/> it is the end of those of the
    /// source.
    /// </summary>
    /// <param name="source">The record's source.</param>
    /// <param name="sequence">The record's sequence number.</param>
    public abstract object Of(int source, long sequence);

    /// <summary>True if an <c>_id</c> is that of a record.</summary>
    /// <param name="stored">The <c>_id</c>.</param>
    /// <param name="source">The record's source. Null if the document has none.</param>
    /// <param name="sequence">The record's sequence number. Null if the document has none.</param>
    public bool IsOf(object? stored, long? source, long? sequence) =>
        source >= 0 && source < Sources && sequence >= 0 && sequence < Sequences
        && Of((int)source.Value, sequence.Value).Equals(stored);

    /// <summary>Refuses a trial with more sources or records than identities.</summary>
    /// <exception cref="TargetException">The trial has too many.</exception>
    public void Check(TrialTable table)
    {
        if (table.Sources > Sources || table.RecordsPerSource > Sequences)
        {
            throw new TargetException(
                $"The {8 * Bytes} bits of a record's _id have room for {Sources} sources and {Sequences} records of "
                + $"each; write fewer, or take id={ObjectIdIdentity.Word}.");
        }
    }
}
