using DbIngest.Abstractions.Records;

namespace DbIngest.Sources.Lines;

/// <summary>
/// The named fields of lines that become values. The sniffers of JSON lines, pairs and line protocol choose them; the readers
/// look up their roles by it. Immutable.
/// </summary>
/// <param name="Fields">Names of the fields in the lines, in the order of the schema.</param>
/// <param name="LeftOut">The fields that are left out, each with the reason.</param>
/// <param name="Marks">Texts between the numbers that are marks of a missing value.</param>
internal sealed record FieldChoice(IReadOnlyList<string> Fields, RecordSchema Values, IReadOnlyList<string> LeftOut,
    IReadOnlyList<string> Marks);
