using DbIngest.Sources.Csv;
using DbIngest.Sources.Lines;

namespace DbIngest.Sources.JsonLines;

/// <summary>
/// The roles of the values in the objects of one file. <see cref="JsonLinesSniffer"/> determines it.
/// <see cref="JsonLinesReader"/> reads by it. Immutable.
/// </summary>
/// <param name="Time">Name of the time.</param>
/// <param name="Date">The notation of times.</param>
/// <param name="Choice">Which values a record has, and their names and units.</param>
/// <param name="All">All names in the first lines.</param>
internal sealed record JsonLinesLayout(string Time, DateOrder Date, FieldChoice Choice, IReadOnlyList<string> All);
