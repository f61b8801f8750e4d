using DbIngest.Abstractions.Records;
using DbIngest.Sources.Csv;

namespace DbIngest.Sources.Lines;

/// <summary>
/// The sentence of a log that becomes records, and its fields. <see cref="NmeaSniffer"/> determines it. <see cref="NmeaReader"/>
/// reads by it. Immutable.
/// </summary>
/// <param name="Sentence">Name of the sentence.</param>
/// <param name="TimeInHead">True when the time stands before each sentence, false when sentences give it.</param>
/// <param name="Date">The notation of times before sentences.</param>
/// <param name="Fields">Indices of the fields taken as values, from 0.</param>
/// <param name="LeftOut">The fields that are left out, each with the reason.</param>
/// <param name="Others">The sentences that are left out.</param>
internal sealed record NmeaLayout(
    string Sentence, bool TimeInHead, DateOrder Date, IReadOnlyList<int> Fields, RecordSchema Values,
        IReadOnlyList<string> LeftOut, IReadOnlyList<string> Others);
