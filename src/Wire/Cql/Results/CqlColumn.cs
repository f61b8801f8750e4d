namespace DbIngest.Wire.Cql.Results;

/// <summary>
/// A column of a result, or a parameter of a prepared statement. <see cref="CqlMetadata"/> reads it from the server's answer.
/// <see cref="CqlRow"/> finds values by its name, and <see cref="CqlConnection.QueryPage"/> encodes parameters by its type.
/// Immutable.
/// </summary>
/// <param name="Name">The column's name.</param>
/// <param name="Type">The type's id: 0x0002 bigint, 0x0007 double, 0x0009 int, 0x000D varchar, ...</param>
public readonly record struct CqlColumn(string Name, int Type);
