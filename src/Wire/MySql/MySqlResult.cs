namespace DbIngest.Wire.MySql;

/// <summary>What a statement without rows did.</summary>
/// <param name="Rows">Rows stored, changed or deleted.</param>
/// <param name="Warnings">What <c>SHOW WARNINGS</c> would list.</param>
public readonly record struct MySqlResult(long Rows, int Warnings);
