namespace DbIngest.Wire.MySql;

/// <summary>The outcome of a statement without rows.</summary>
/// <param name="Rows">Number of rows stored, changed or deleted.</param>
/// <param name="Warnings">Number of warnings, as <c>SHOW WARNINGS</c> lists them.</param>
public readonly record struct MySqlResult(long Rows, int Warnings);
