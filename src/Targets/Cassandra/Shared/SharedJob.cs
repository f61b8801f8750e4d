using DbIngest.Abstractions.Records;
using DbIngest.Targets.Cassandra.Writing;

namespace DbIngest.Targets.Cassandra.Shared;

/// <summary>
/// A batch that the thread of a <see cref="SharedPipeline"/> sends while its lane sleeps. Each <see cref="SharedWriter"/> reuses
/// one. Between <see cref="Begin"/> and <see cref="End"/> only the pipeline's thread may change it.
/// </summary>
internal sealed class SharedJob : WriteJob, IDisposable
{
    private readonly ManualResetEventSlim _ended = new(initialState: false, spinCount: 0);

    /// <inheritdoc/>
    public override void Begin(RecordBatch batch)
    {
        base.Begin(batch);
        _ended.Reset();
    }

    /// <inheritdoc/>
    public override void End() => _ended.Set();

    /// <summary>Sleeps until the batch has ended.</summary>
    public void Wait() => _ended.Wait();

    /// <inheritdoc/>
    public void Dispose() => _ended.Dispose();
}
