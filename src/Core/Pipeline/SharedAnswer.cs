using DbIngest.Abstractions.Operations;
using DbIngest.Abstractions.Records;
using DbIngest.Core.Operations;

namespace DbIngest.Core.Pipeline;

/// <summary>
/// Collects what one read of shared records returns and checks each record: it must be of the range that was asked for, appear
/// once, and have the content of one version. <see cref="SharedKeysWork"/> owns one per lane and then checks the versions against
/// what the lane knows. Allocates nothing per read. Not thread-safe.
/// </summary>
/// <param name="loaded">The records of the range as they were loaded. The owner fills it before each read.</param>
internal sealed class SharedAnswer(RecordBatch loaded) : IRecordReceiver
{
    private const int Absent = -1;

    private readonly int[] _versions = new int[OperationMix.LongestScan];
    private int _source;
    private long _first;
    private int _count;

    /// <summary>The version of each record of the range. Negative where none was returned.</summary>
    public ReadOnlySpan<int> Versions => _versions;

    /// <summary>Records of the range that were returned.</summary>
    public int Found { get; private set; }

    /// <summary>Records that were not asked for, were returned twice, or have content of no single version.</summary>
    public int Wrong { get; private set; }

    /// <summary>True if the answer is not each record of the range once, in content of one version.</summary>
    public bool IsWrong => Wrong > 0 || Found != _count;

    /// <summary>Describes a wrong answer, as the end of a sentence about the read.</summary>
    public string Words => FormattableString.Invariant(
        $"or of those after it returned {Found} of {_count} records, and {Wrong} that have content of no single version or were not asked for");

    /// <summary>Forgets an earlier answer and expects that of a range.</summary>
    /// <param name="source">The source that wrote the records, from 0.</param>
    /// <param name="first">The first sequence number.</param>
    /// <param name="count">Sequence numbers in the range, 1 to <see cref="OperationMix.LongestScan"/>.</param>
    public void Begin(int source, long first, int count)
    {
        (_source, _first, _count) = (source, first, count);
        _versions.AsSpan(0, count).Fill(Absent);
        Found = Wrong = 0;
    }

    /// <inheritdoc/>
    public void Add(int source, long sequence, long timestamp, uint quality, ReadOnlySpan<double> values)
    {
        long row = sequence - _first;
        if (source != _source || row < 0 || row >= _count || _versions[row] != Absent
            || !RecordVersion.Matches(loaded, (int)row, timestamp, quality, values, out int version))
        {
            Wrong++;
            return;
        }

        _versions[row] = version;
        Found++;
    }
}
