namespace DbIngest.Wire.MySql;

/// <summary>
/// The outcome of a statement without rows. <see cref="MySqlConnection"/>, its prepared statements and loads return it. LOAD DATA
/// skips bad rows with a warning, so its writer compares <see cref="Rows"/> with the records that it sent.
/// </summary>
/// <param name="Rows">Number of rows stored, changed or deleted.</param>
/// <param name="Warnings">Number of warnings, as <c>SHOW WARNINGS</c> lists them.</param>
public readonly record struct MySqlResult(long Rows, int Warnings);
