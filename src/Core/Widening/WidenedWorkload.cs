using DbIngest.Abstractions.Records;
using DbIngest.Core.Plan;
using DbIngest.Core.Sources;

namespace DbIngest.Core.Widening;

/// <summary>
/// A workload whose records have the values that a trial adds to its table (<c>--add-values</c>) after those of another one. A
/// pure function of (workload, seed, source, sequence). Every record has the values, but lanes do not send them, and the audit
/// does not expect them, before the table has them. <see cref="LateRecords.StreamWorkloads"/> wraps the workload of a point.
/// </summary>
/// <param name="inner">The workload without the added values. This object does not dispose it.</param>
/// <param name="added">The values to add.</param>
/// <param name="seed">Seed of the sweep.</param>
/// <exception cref="ArgumentException">A record would have more values than it may, or one is named so already.</exception>
internal sealed class WidenedWorkload(IWorkload inner, AddedValues added, ulong seed) : IWorkload
{
    /// <inheritdoc/>
    public string Name => inner.Name;

    /// <inheritdoc/>
    public RecordSchema Schema { get; } = inner.Schema.WithAdded(added.Count);

    /// <inheritdoc/>
    public IReadOnlyDictionary<string, string> Facts => inner.Facts;

    /// <inheritdoc/>
    public IRecordSource Open(int source) => new WidenedSource(inner.Open(source), inner.Schema, seed, source);

    /// <summary>Does nothing: this object does not own the inner workload.</summary>
    public void Dispose()
    {
    }
}
