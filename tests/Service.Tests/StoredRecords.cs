using DbIngest.Abstractions.Operations;
using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;

namespace DbIngest.Service.Tests;

/// <summary>Reads what a table without a key has, past any service: the table may have a record twice.</summary>
internal sealed class StoredRecords : IRecordReceiver
{
    private readonly Dictionary<(int Source, long Sequence), List<double[]>> _found = [];

    /// <summary>Records that were found, each once.</summary>
    public int Count => _found.Count;

    /// <summary>All records of sources 0 to N - 1, with the values of each time that it is stored.</summary>
    /// <param name="target">The store, opened for this alone.</param>
    /// <param name="schema">The values of a record.</param>
    /// <param name="sources">N.</param>
    public static Dictionary<(int Source, long Sequence), List<double[]>> Of(ITarget target, RecordSchema schema, int sources)
    {
        const int Sequences = 100_000_000;
        var stored = new StoredRecords();
        target.Attach(new TrialTable(schema, sources, Sequences, IsKeyed: true) { IsIndexed = false, IsServed = true });
        for (int source = 0; source < sources; source++)
        {
            using var writer = target.OpenWriter(source);
            ((IRecordReads)writer).Scan(source, 0, Sequences, stored);
        }

        return stored._found;
    }

    public void Add(int source, long sequence, long timestamp, uint quality, ReadOnlySpan<double> values)
    {
        if (!_found.TryGetValue((source, sequence), out var times))
        {
            _found[(source, sequence)] = times = [];
        }

        times.Add(values.ToArray());
    }
}
