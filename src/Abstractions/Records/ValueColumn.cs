namespace DbIngest.Abstractions.Records;

/// <summary>One value of a record: its name as every database stores it, and its unit.</summary>
/// <param name="Name">Lower-case letters, digits and underscores, starting with a letter; at most 60 characters.</param>
/// <param name="Unit">The unit in SI notation (<c>V</c>, <c>A</c>, <c>W</c>), or empty where it has none or none is known.</param>
public readonly record struct ValueColumn(string Name, string Unit);
