using DbIngest.Abstractions.Operations;
using DbIngest.Abstractions.Records;

namespace DbIngest.Core.Pipeline;

/// <summary>
/// Counts and hashes the records that a read of a lane's own records returned. Where a lost attempt of an earlier update may have
/// replaced a record for good (<see cref="Allow"/>), its older content counts as right too, and enters the sum as the current
/// content would. <see cref="OwnKeysWork"/> creates it once and reuses it for all reads of its lane. Not thread-safe. Allocates
/// nothing without such updates.
/// </summary>
internal sealed class OwnAnswer : IRecordReceiver
{
    private readonly List<(ulong Lasting, ulong Current)> _allowed = [];

    /// <summary>Records returned.</summary>
    public int Count { get; private set; }

    /// <summary>Sum of the records' hashes (<see cref="RecordHash"/>) modulo 2^64, in any order of the records.</summary>
    public ulong Checksum { get; private set; }

    /// <summary>The quality of the record returned last, as the database returned it. 0 without one.</summary>
    public uint Quality { get; private set; }

    /// <summary>
    /// Begins a question. The caller then calls <see cref="Allow"/>, and <see cref="Again"/> before each attempt.
    /// </summary>
    public void Begin() => _allowed.Clear();

    /// <summary>Allows another content of a record. Hashes contain the key, so that no other record may have it.</summary>
    /// <param name="lasting">Hash of the record after a lasting update.</param>
    /// <param name="current">Hash of its current content.</param>
    public void Allow(ulong lasting, ulong current) => _allowed.Add((lasting, current));

    /// <summary>Begins the answer of an attempt and forgets that of an earlier attempt.</summary>
    public void Again() => (Count, Checksum, Quality) = (0, 0, 0);

    /// <inheritdoc/>
    public void Add(int source, long sequence, long timestamp, uint quality, ReadOnlySpan<double> values)
    {
        ulong hash = RecordHash.Of(source, sequence, timestamp, quality, values);
        foreach (var (lasting, current) in _allowed)
        {
            if (hash == lasting)
            {
                hash = current;
                break;
            }
        }

        Count++;
        Quality = quality;
        Checksum += hash;
    }
}
