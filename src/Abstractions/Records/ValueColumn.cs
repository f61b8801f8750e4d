namespace DbIngest.Abstractions.Records;

/// <summary>
/// Name and unit of one value of a record, an entry of <see cref="RecordSchema.Values"/>. Every target gives this name to its
/// column or field. The unit is informative: no code converts by it.
/// </summary>
/// <param name="Name">A lower-case letter followed by lower-case letters, digits and underscores, at most 60 characters.</param>
/// <param name="Unit">Unit in SI notation (<c>V</c>, <c>A</c>, <c>W</c>). Empty if there is none or it is unknown.</param>
public readonly record struct ValueColumn(string Name, string Unit);
