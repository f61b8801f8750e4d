using DbIngest.Abstractions.Records;
using DbIngest.Sources.Input;

namespace DbIngest.Sources.Comtrade;

/// <summary>Reads the samples of a data file into the arrays of a batch.</summary>
internal interface ISampleDecoder : IDisposable
{
    /// <summary>Rows that were skipped because they could not be read.</summary>
    BadRows BadRows { get; }

    /// <summary>How often a sample number is not the one after the last.</summary>
    long NumberJumps { get; }

    /// <summary>Reads samples.</summary>
    /// <param name="batch">Where timestamps, qualities and values go.</param>
    /// <param name="row">The first row to write.</param>
    /// <param name="count">How many rows there is room for.</param>
    /// <returns>How many were written; 0 at the end.</returns>
    int Decode(RecordBatch batch, int row, int count);
}
