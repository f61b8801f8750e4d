using System.Diagnostics;

namespace DbIngest.Bench.Sqlite;

/// <summary>The peer: <c>.import</c> of the sqlite3 command, into the same table with the same journal and durability.</summary>
internal static class ImportBench
{
    public static double RecordsPerS(string folder, string contract, string csv, int records)
    {
        string file = Path.Combine(folder, "import.db");
        foreach (string part in new[] { file, file + "-wal", file + "-shm" })
        {
            File.Delete(part);
        }

        string columns = string.Join(", ", Rows.Schema.Values.Select(value => value.Name + " REAL"));
        Run(file, $"PRAGMA journal_mode = wal; CREATE TABLE r(source INTEGER, sequence INTEGER, timestamp INTEGER, quality INTEGER, {columns});");
        long started = Stopwatch.GetTimestamp();
        Run(file, $"PRAGMA synchronous = {contract};", ".mode csv", $".import {csv} r");
        return records / Stopwatch.GetElapsedTime(started).TotalSeconds;
    }

    private static void Run(string file, params string[] commands)
    {
        using var process = Process.Start(new ProcessStartInfo("sqlite3", [file, .. commands])
        {
            RedirectStandardOutput = true,
            UseShellExecute = false,
        })!;
        process.StandardOutput.ReadToEnd();
        process.WaitForExit();
        if (process.ExitCode != 0)
        {
            throw new InvalidOperationException($"sqlite3 ended with code {process.ExitCode}.");
        }
    }
}
