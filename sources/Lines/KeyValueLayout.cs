using DbIngest.Sources.Csv;

namespace DbIngest.Sources.Lines;

/// <summary>
/// The roles of the keys in one log of pairs. <see cref="KeyValueSniffer"/> determines it. <see cref="KeyValueReader"/> reads by
/// it. Immutable.
/// </summary>
/// <param name="TimeKey">The key of the time; null when the time stands before the first pair.</param>
/// <param name="Date">The notation of times.</param>
/// <param name="Choice">Which values a record has, and their names and units.</param>
/// <param name="All">All keys of the first lines.</param>
/// <param name="Suffixes">The unit behind each number in the log; empty without one.</param>
/// <param name="TimeEnding">How times end.</param>
/// <param name="Endings">How the numbers of each key end.</param>
internal sealed record KeyValueLayout(
    string? TimeKey,
    DateOrder Date,
    FieldChoice Choice,
    IReadOnlyList<string> All,
    IReadOnlyList<string> Suffixes,
    FieldEnding TimeEnding,
    IReadOnlyList<FieldEnding> Endings);
