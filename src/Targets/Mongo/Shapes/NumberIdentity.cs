using System.Buffers.Binary;
using DbIngest.Wire.Mongo;

namespace DbIngest.Targets.Mongo.Shapes;

/// <summary>
/// Makes the <c>_id</c> of a record a 64-bit whole number: source in the upper 23 bits, sequence number in the lower 40.
/// <c>MongoEndpoint</c> creates it by default. Documents store it, so its bits must not change.
/// </summary>
internal sealed class NumberIdentity() : RecordIdentity(BsonType.Int64, sizeof(long))
{
    /// <summary>Value of the option <c>id</c>.</summary>
    public const string Word = "sequence";

    private const int SequenceBits = 40;
    private const int SourceBits = 23;

    /// <inheritdoc/>
    public override string Name => Word;

    /// <inheritdoc/>
    public override string TypeName => "number";

    /// <inheritdoc/>
    public override string Description => "source and sequence";

    /// <inheritdoc/>
    public override long Sources => 1L << SourceBits;

    /// <inheritdoc/>
    public override long Sequences => 1L << SequenceBits;

    /// <summary>The identity of a record, or at <see cref="Sequences"/> the end of those of a source.</summary>
    /// <exception cref="ArgumentOutOfRangeException">
    /// The source has no identities: the shift would drop bits of it, and yield the identity of another source.
    /// </exception>
    public static long Number(int source, long sequence)
    {
        ArgumentOutOfRangeException.ThrowIfGreaterThanOrEqual((uint)source, 1u << SourceBits, nameof(source));
        return ((long)source << SequenceBits) + sequence;
    }

    /// <inheritdoc/>
    public override object Of(int source, long sequence) => Number(source, sequence);

    /// <inheritdoc/>
    public override void Write(Span<byte> to, int source, long sequence) =>
        BinaryPrimitives.WriteInt64LittleEndian(to, Number(source, sequence));
}
