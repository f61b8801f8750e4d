using DbIngest.Abstractions.Records;

namespace DbIngest.Core.Sources;

/// <summary>What a trial sends: the shape of the records, and a stream for each source. Thread-safe.</summary>
public interface IWorkload : IDisposable
{
    /// <summary>The workload's short name: <c>synthetic</c>, or the name of the input.</summary>
    string Name { get; }

    /// <summary>The shape of its records.</summary>
    RecordSchema Schema { get; }

    /// <summary>
    /// What identifies the data and must be recorded with a result: seed, file name, size and hash, rows, oddities.
    /// Two workloads with equal facts give equal records.
    /// </summary>
    IReadOnlyDictionary<string, string> Facts { get; }

    /// <summary>Opens the stream of one source. Several may be open for the same source, each for one thread.</summary>
    /// <param name="source">The source, counted from 0.</param>
    /// <returns>The stream; the caller disposes it.</returns>
    IRecordSource Open(int source);
}
