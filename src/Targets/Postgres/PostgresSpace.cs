using System.Globalization;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Postgres.Sessions;
using DbIngest.Targets.Postgres.Stores;
using Npgsql;

namespace DbIngest.Targets.Postgres;

/// <summary>Disk space of the table, asked from the server and counted in its files.</summary>
internal static class PostgresSpace
{
    /// <summary>Measures.</summary>
    /// <param name="connection">A session.</param>
    /// <param name="store">What the table is.</param>
    /// <param name="logStart">The position of the write-ahead log to count from.</param>
    /// <param name="isLocal">Whether the server's files are on this machine.</param>
    /// <returns>The space; without the files where they cannot be read.</returns>
    public static DiskSpace Measure(NpgsqlConnection connection, PostgresStore store, long logStart, bool isLocal)
    {
        using var command = new NpgsqlCommand(
            $"SELECT {store.SpaceColumns}, {store.LogBytes} - $1, "
            // Shown to administrators only.
            + "(SELECT setting FROM pg_settings WHERE name = 'data_directory'), "
            + $"pg_relation_filepath('{PostgresTable.Name}')",
            connection);
        command.Parameters.Add(new() { Value = logStart });
        using var reader = command.ExecuteReader();
        reader.Read();
        var space = new DiskSpace(reader.GetInt64(0), reader.GetInt64(1), reader.GetInt64(2));
        return isLocal && store.HasPages && !reader.IsDBNull(3)
            && Files(Path.Combine(reader.GetString(3), reader.GetString(4))) is { } files
            ? space with { FilesApparentBytes = files.ApparentBytes, FilesAllocatedBytes = files.AllocatedBytes }
            : space;
    }

    /// <summary>The position in the write-ahead log now.</summary>
    /// <param name="connection">A session.</param>
    /// <param name="store">What the table is.</param>
    /// <returns>The position, in bytes.</returns>
    public static long LogPosition(NpgsqlConnection connection, PostgresStore store)
    {
        using var command = new NpgsqlCommand($"SELECT {store.LogBytes}", connection);
        return (long)command.ExecuteScalar()!;
    }

    // A table's files are its number, with .1, .2 for each further GB, and with _fsm, _vm for its maps.
    private static FileSpace? Files(string main)
    {
        try
        {
            string number = Path.GetFileName(main);
            string[] files = [.. Directory.EnumerateFiles(Path.GetDirectoryName(main)!, number + "*")
                .Where(f => IsPart(Path.GetFileName(f)[number.Length..]))];
            return files.Length > 0 ? FileSpace.OfFiles(files) : null;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }

    private static bool IsPart(string suffix) =>
        suffix.Length == 0 || suffix[0] == '_'
            || (suffix[0] == '.' && int.TryParse(suffix.AsSpan(1), CultureInfo.InvariantCulture, out _));
}
