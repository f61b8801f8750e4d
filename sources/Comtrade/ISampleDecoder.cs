using DbIngest.Abstractions.Records;
using DbIngest.Sources.Input;

namespace DbIngest.Sources.Comtrade;

/// <summary>
/// Decodes the samples of a data file into the arrays of a batch. <see cref="ComtradeReader"/> calls it until it returns 0,
/// while an input is copied, inspected or exported. An implementation reads its data once, from first to last, and must not
/// allocate per sample. It counts every malformed row in <see cref="BadRows"/>, which <see cref="ComtradeFacts"/> reports.
/// </summary>
internal interface ISampleDecoder : IDisposable
{
    /// <summary>Counts malformed rows.</summary>
    MalformedRows BadRows { get; }

    /// <summary>Number of samples whose number does not follow the previous one.</summary>
    long NumberJumps { get; }

    /// <summary>Why the last sample may not be whole, as a sentence. Null when it is whole.</summary>
    string? Doubt { get; }

    /// <summary>Decodes samples.</summary>
    /// <param name="row">The first row of the batch to write, from 0.</param>
    /// <param name="count">The most rows to write.</param>
    /// <returns>The number of rows written; 0 at the end.</returns>
    int Decode(RecordBatch batch, int row, int count);
}
