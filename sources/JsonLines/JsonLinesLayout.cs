using DbIngest.Sources.Csv;
using DbIngest.Sources.Lines;

namespace DbIngest.Sources.JsonLines;

/// <summary>Which values of the objects are what.</summary>
/// <param name="Time">The name of the time.</param>
/// <param name="Date">How it is written.</param>
/// <param name="Choice">The values.</param>
/// <param name="All">All names of the first lines.</param>
internal sealed record JsonLinesLayout(string Time, DateOrder Date, FieldChoice Choice, IReadOnlyList<string> All);
