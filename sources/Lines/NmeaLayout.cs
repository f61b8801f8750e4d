using DbIngest.Abstractions.Records;
using DbIngest.Sources.Csv;

namespace DbIngest.Sources.Lines;

/// <summary>Which sentence of a log becomes records, and how.</summary>
/// <param name="Sentence">Its name.</param>
/// <param name="TimeInHead">Whether the time stands before each sentence; else it is in the sentences.</param>
/// <param name="Date">How times before sentences are written.</param>
/// <param name="Fields">The places of the fields taken as values, from 0.</param>
/// <param name="Values">The shape of the records.</param>
/// <param name="LeftOut">The fields that are left out, and why.</param>
/// <param name="Others">The sentences that are left out.</param>
internal sealed record NmeaLayout(
    string Sentence, bool TimeInHead, DateOrder Date, IReadOnlyList<int> Fields, RecordSchema Values, IReadOnlyList<string> LeftOut, IReadOnlyList<string> Others);
