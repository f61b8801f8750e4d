using DbIngest.Abstractions.Records;

namespace DbIngest.Core.Sources;

/// <summary>
/// The data of a sweep: the schema of its records and a record source per source. Synthetic meters, recordings, and the
/// decorators that <see cref="LateRecords.StreamWorkloads"/> wraps around them implement it. Lanes read records from it to write
/// them, and the audit to compare. Several threads may call it at once. An implementation must never depend on a database.
/// </summary>
public interface IWorkload : IDisposable
{
    /// <summary>Short name: <c>synthetic</c>, or the name of the recording.</summary>
    string Name { get; }

    /// <summary>The values of its records.</summary>
    RecordSchema Schema { get; }

    /// <summary>
    /// Facts that identify the data: seed, file name, size and hash, rows, oddities. Results record them. Workloads with equal
    /// facts must generate equal records.
    /// </summary>
    IReadOnlyDictionary<string, string> Facts { get; }

    /// <summary>Opens the records of one source. Each lane of the source opens its own, before the common start.</summary>
    /// <param name="source">The source, from 0.</param>
    /// <returns>The record source. The caller disposes it before the workload.</returns>
    IRecordSource Open(int source);
}
