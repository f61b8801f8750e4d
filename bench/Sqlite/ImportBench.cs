using System.Diagnostics;

namespace DbIngest.Bench.Sqlite;

/// <summary>
/// Measures the peer <c>.import</c> of the command sqlite3, into the same table with the same journal and durability. The bench
/// command <c>import</c> runs it. It deletes the database of the previous run.
/// </summary>
internal static class ImportBench
{
    // Clients wait up to an hour for each other's lock.
    private const string Patience = ".timeout 3600000";

    /// <param name="folder">Folder of the database, which is created anew.</param>
    /// <param name="contract">The <c>synchronous</c> pragma.</param>
    /// <param name="files">One CSV file per client. All clients begin at once.</param>
    /// <param name="records">Number of records of all files together.</param>
    public static double RecordsPerS(string folder, string contract, IReadOnlyList<string> files, int records)
    {
        string file = Path.Combine(folder, "import.db");
        foreach (string part in new[] { file, file + "-wal", file + "-shm" })
        {
            File.Delete(part);
        }

        string columns = string.Join(", ", Rows.Schema.Values.Select(value => value.Name + " REAL"));
        PeerProgram.Run("sqlite3",
        [
            file,
            $"PRAGMA journal_mode = wal; CREATE TABLE r(source INTEGER, sequence INTEGER, timestamp INTEGER, quality INTEGER, "
                + $"{columns});",
        ]);
        long started = Stopwatch.GetTimestamp();
        AtOnce.Run(files.Count, client => PeerProgram.Run("sqlite3",
            [file, Patience, $"PRAGMA synchronous = {contract};", ".mode csv", $".import {files[client]} r"]));
        return records / Stopwatch.GetElapsedTime(started).TotalSeconds;
    }
}
