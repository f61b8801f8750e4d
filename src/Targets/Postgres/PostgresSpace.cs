using System.Globalization;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Postgres.Sessions;
using DbIngest.Targets.Postgres.Stores;
using Npgsql;

namespace DbIngest.Targets.Postgres;

/// <summary>
/// Measures the disk space of the table by the server's functions and, on this machine, by its files.
/// <see cref="PostgresTarget"/> calls it before a trial and after settling, never during the timed path. Changes nothing.
/// </summary>
internal static class PostgresSpace
{
    /// <summary>Measures.</summary>
    /// <param name="connection">A session.</param>
    /// <param name="store">The kind of table.</param>
    /// <param name="logStart">Position of the write-ahead log at the start of the trial, in bytes.</param>
    /// <param name="isLocal">True if the server's files are on this machine.</param>
    /// <returns>The space in bytes, without the files if they cannot be read.</returns>
    public static DiskSpace Measure(NpgsqlConnection connection, PostgresStore store, long logStart, bool isLocal)
    {
        using var command = new NpgsqlCommand(
            $"SELECT {store.SpaceColumns}, {store.LogBytes} - $1, "
            // The folder of the data is null for all but administrators.
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

    /// <summary>The present position in the write-ahead log.</summary>
    /// <param name="connection">A session.</param>
    /// <param name="store">The kind of table.</param>
    /// <returns>The position in bytes.</returns>
    public static long LogPosition(NpgsqlConnection connection, PostgresStore store) =>
        (long)connection.Scalar($"SELECT {store.LogBytes}")!;

    // A table's files are named by its number, with .1, .2 for each further GB, and with _fsm, _vm for its maps.
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
