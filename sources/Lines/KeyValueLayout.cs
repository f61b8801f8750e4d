using DbIngest.Abstractions.Records;
using DbIngest.Sources.Csv;

namespace DbIngest.Sources.Lines;

/// <summary>Which keys of a log of pairs are its time and its values.</summary>
/// <param name="TimeKey">The key of the time; null when it stands before the first pair.</param>
/// <param name="Date">How times are written.</param>
/// <param name="Keys">The keys taken as values, in the order of the schema.</param>
/// <param name="Values">The shape of the records.</param>
/// <param name="Suffixes">The unit that follows each number in the log; empty where none does.</param>
/// <param name="LeftOut">The keys that are left out, and why.</param>
/// <param name="Marks">Texts between the numbers that stand for a missing value.</param>
/// <param name="TimeEnding">How times end.</param>
/// <param name="Endings">How the numbers of each key end.</param>
internal sealed record KeyValueLayout(
    string? TimeKey,
    DateOrder Date,
    IReadOnlyList<string> Keys,
    RecordSchema Values,
    IReadOnlyList<string> Suffixes,
    IReadOnlyList<string> LeftOut,
    IReadOnlyList<string> Marks,
    FieldEnding TimeEnding,
    IReadOnlyList<FieldEnding> Endings);
