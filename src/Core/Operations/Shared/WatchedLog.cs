namespace DbIngest.Core.Operations.Shared;

/// <summary>
/// The operations of one lane on watched records, in their order. It grows by pieces of 4,096 operations (160 KB) and ends at its
/// bound: what begins after the first lane is full is left out of the test. <see cref="LaneHistory"/> has one per lane. Only the
/// lane's thread changes it.
/// </summary>
/// <param name="most">Most operations that it holds.</param>
internal sealed class WatchedLog(int most)
{
    /// <summary>Most operations that all lanes of a trial log together.</summary>
    public const int MostOfAll = 1_000_000;

    private const int Piece = 4096;

    private readonly List<WatchedOperation[]> _pieces = [];
    private int _count;

    /// <summary>
    /// When the first operation began that the log had no room for. The log has every operation that began before.
    /// <see cref="long.MaxValue"/> if the log has all operations.
    /// </summary>
    public long FullSince { get; private set; } = long.MaxValue;

    /// <summary>Operations in the log.</summary>
    public int Count => _count;

    /// <summary>Adds an operation, if there is room.</summary>
    public void Add(WatchedOperation operation)
    {
        if (_count == most)
        {
            FullSince = Math.Min(FullSince, operation.Start);
            return;
        }

        if (_count == _pieces.Count * Piece)
        {
            _pieces.Add(new WatchedOperation[Piece]);
        }

        _pieces[_count / Piece][_count % Piece] = operation;
        _count++;
    }

    /// <summary>Adds all operations to a list.</summary>
    public void AddTo(List<WatchedOperation> operations)
    {
        for (int i = 0; i < _count; i++)
        {
            operations.Add(_pieces[i / Piece][i % Piece]);
        }
    }
}
