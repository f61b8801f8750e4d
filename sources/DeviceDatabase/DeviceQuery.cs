using DbIngest.Sources.Input;
using SQLitePCL;

namespace DbIngest.Sources.DeviceDatabase;

/// <summary>
/// Runs one query once, row by row, and gives its values without copying them. <see cref="DeviceFile.Query"/> creates it for
/// <see cref="DeviceReader"/> once, and for <see cref="DeviceTable"/> and <see cref="DeviceDateOrder"/> while they determine
/// the layout. Values are valid until the next step. A damaged database cannot keep it running for ever: it throws after as
/// many rows as the file has bytes. Not thread-safe.
/// </summary>
internal sealed class DeviceQuery(DeviceFile file, sqlite3_stmt statement) : IDisposable
{
    private bool _ended;
    private long _rows;

    /// <summary>Moves to the next row. False after the last one.</summary>
    /// <exception cref="InputException">The database is damaged.</exception>
    public bool Step()
    {
        // A step after the last row would restart the query.
        if (_ended)
        {
            return false;
        }

        int code = raw.sqlite3_step(statement);
        _ended = code != raw.SQLITE_ROW;
        if (code is not (raw.SQLITE_ROW or raw.SQLITE_DONE))
        {
            throw file.Fault(code);
        }

        // Pages of a damaged database may point to each other so that its rows never end. Each row takes at least one byte.
        return ++_rows <= file.Length ? !_ended
            : throw Refusal.At(file.Name, 0, "the database is damaged (it gives more rows than fit into it)");
    }

    /// <summary>The storage class of a value: one of SQLite's constants.</summary>
    public int TypeOf(int column) => raw.sqlite3_column_type(statement, column);

    public long Integer(int column) => raw.sqlite3_column_int64(statement, column);

    public double Real(int column) => raw.sqlite3_column_double(statement, column);

    /// <summary>A value as text. Empty for null.</summary>
    public string Text(int column) => raw.sqlite3_column_text(statement, column).utf8_to_string() ?? string.Empty;

    /// <summary>The bytes of a text or blob. Valid until the next step.</summary>
    public ReadOnlySpan<byte> Bytes(int column) => raw.sqlite3_column_blob(statement, column);

    /// <inheritdoc/>
    public void Dispose() => statement.Dispose();
}
