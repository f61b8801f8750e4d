using DbIngest.Abstractions.Records;

namespace DbIngest.Sources.Lines;

/// <summary>Which named fields of lines are values.</summary>
/// <param name="Fields">Their names in the lines, in the order of the schema.</param>
/// <param name="Values">The shape of the records.</param>
/// <param name="LeftOut">The fields that are left out, each with the reason.</param>
/// <param name="Marks">Texts between the numbers that stand for a missing value.</param>
internal sealed record FieldChoice(IReadOnlyList<string> Fields, RecordSchema Values, IReadOnlyList<string> LeftOut, IReadOnlyList<string> Marks);
