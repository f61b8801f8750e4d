using System.Diagnostics;
using System.Runtime.InteropServices;
using DbIngest.Abstractions.Records;
using SQLitePCL;

namespace DbIngest.Bench.Sqlite;

/// <summary>
/// Measures what each choice behind the product's SQLite writer is worth, in records/s: one thread calls the library without the
/// product. The bench command <c>choices</c> runs one object per choice, in turn. Each run deletes the database of the previous
/// run, and throws when a call fails.
/// </summary>
internal sealed record ChoicesBench
{
    private const string Library = "e_sqlite3";
    private const int FixedColumns = 4;

    /// <summary>Whether values are bound by direct calls of the library, without SQLitePCL.raw.</summary>
    public bool Direct { get; init; } = true;

    public bool Mutex { get; init; }

    public int RowsPerStatement { get; init; } = 1;

    public int PageBytes { get; init; } = 4096;

    /// <summary>Pages in the write-ahead log at which SQLite begins a checkpoint.</summary>
    public int CheckpointPages { get; init; } = 1000;

    /// <summary>PRAGMA <c>cache_size</c>: pages, or KiB if negative.</summary>
    public int Cache { get; init; } = -2000;

    public long MmapBytes { get; init; }

    /// <summary>PRAGMA <c>synchronous</c>.</summary>
    public string Contract { get; init; } = "normal";

    /// <param name="folder">Receives the database file.</param>
    /// <param name="batchSize">Records per transaction: a multiple of <see cref="RowsPerStatement"/>.</param>
    /// <param name="records">Records in all: a multiple of the batch size.</param>
    public double RecordsPerS(string folder, int batchSize, int records)
    {
        string file = Path.Combine(folder, "choices.db");
        foreach (string part in new[] { file, file + "-wal", file + "-shm" })
        {
            File.Delete(part);
        }

        int mutex = Mutex ? raw.SQLITE_OPEN_FULLMUTEX : raw.SQLITE_OPEN_NOMUTEX;
        Check(raw.sqlite3_open_v2(file, out var database, raw.SQLITE_OPEN_READWRITE | raw.SQLITE_OPEN_CREATE | mutex, null));
        using var closing = database;
        string columns = string.Join(", ", Rows.Schema.Values.Select(value => value.Name + " REAL"));
        foreach (string sql in new[]
        {
            $"PRAGMA page_size = {PageBytes}", "PRAGMA journal_mode = wal", $"PRAGMA synchronous = {Contract}",
            $"PRAGMA wal_autocheckpoint = {CheckpointPages}", $"PRAGMA cache_size = {Cache}", $"PRAGMA mmap_size = {MmapBytes}",
            $"CREATE TABLE r(source INTEGER, sequence INTEGER, timestamp INTEGER, quality INTEGER, {columns})",
        })
        {
            Check(raw.sqlite3_exec(database, sql));
        }

        string row = "(" + string.Join(',', Enumerable.Repeat('?', FixedColumns + Rows.Schema.ValueCount)) + ")";
        Check(raw.sqlite3_prepare_v2(
            database, "INSERT INTO r VALUES " + string.Join(',', Enumerable.Repeat(row, RowsPerStatement)), out var insert));
        using var finalizing = insert;
        var batch = Rows.Batch(0, batchSize);
        long started = Stopwatch.GetTimestamp();
        for (long done = 0; done < records; done += batchSize)
        {
            batch.Reset(0, done, batchSize);
            Check(raw.sqlite3_exec(database, "BEGIN IMMEDIATE"));
            for (int first = 0; first < batchSize; first += RowsPerStatement)
            {
                Bind(insert, batch, first);
                if (raw.sqlite3_step(insert) != raw.SQLITE_DONE)
                {
                    throw new InvalidOperationException(raw.sqlite3_errmsg(database).utf8_to_string());
                }

                Check(raw.sqlite3_reset(insert));
            }

            Check(raw.sqlite3_exec(database, "COMMIT"));
        }

        return records / Stopwatch.GetElapsedTime(started).TotalSeconds;
    }

    private void Bind(sqlite3_stmt insert, RecordBatch batch, int first)
    {
        nint statement = insert.DangerousGetHandle();
        int variable = 0;
        for (int row = first; row < first + RowsPerStatement; row++)
        {
            Integer(batch.Source);
            Integer(batch.FirstSequence + row);
            Integer(batch.Timestamps[row]);
            Integer(batch.Qualities[row]);
            for (int column = 0; column < batch.Schema.ValueCount; column++)
            {
                double value = batch.Values[(column * batch.Capacity) + row];
                Check(Direct ? BindDouble(statement, ++variable, value) : raw.sqlite3_bind_double(insert, ++variable, value));
            }
        }

        void Integer(long value) =>
            Check(Direct ? BindInt64(statement, ++variable, value) : raw.sqlite3_bind_int64(insert, ++variable, value));
    }

    private static void Check(int code)
    {
        if (code != raw.SQLITE_OK)
        {
            throw new InvalidOperationException($"SQLite's result code is {code}.");
        }
    }

    [DllImport(Library, EntryPoint = "sqlite3_bind_double")]
    [SuppressGCTransition]
    private static extern int BindDouble(nint statement, int index, double value);

    [DllImport(Library, EntryPoint = "sqlite3_bind_int64")]
    [SuppressGCTransition]
    private static extern int BindInt64(nint statement, int index, long value);
}
