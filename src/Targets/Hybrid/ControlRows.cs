using System.Collections.Concurrent;
using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;

namespace DbIngest.Targets.Hybrid;

/// <summary>
/// Finds rows of control data by their keys, adds missing rows, and removes the row of a deleted record. Each writer of the
/// hybrid has one if the control database finds single records and the table is keyed or served
/// (<see cref="TrialTable.IsKeyed"/>, <see cref="TrialTable.IsServed"/>). The writer calls it after a failure, at deletions and,
/// in a service, before the first batch of a source. Other batches must cause no reads. Not thread-safe.
/// </summary>
/// <param name="control">Writes control data. <see cref="HybridWriter"/> owns and disposes this writer.</param>
/// <param name="changes">Finds and deletes control data: the same writer.</param>
/// <param name="registered">
/// Sources that are known to be registered, shared by all writers of a target. Null if Prepare registered every source.
/// </param>
internal sealed class ControlRows(
    IBatchWriter control, IRecordOperations changes, ConcurrentDictionary<int, bool>? registered)
{
    /// <summary>Most attempts. Another request may add rows between a read and a write.</summary>
    private const int Attempts = 3;

    private const int FirstWindow = 64;

    private readonly RecordBatch _row = new(ControlData.Schema, 1);
    private readonly FoundRows _found = new();

    /// <summary>Makes the control database's connection usable after a call that threw.</summary>
    public void Restore() => changes.Restore();

    /// <summary>Reads one row, to learn whether the control database answers.</summary>
    public void Ask() => Read(0, 0);

    /// <summary>Registers a source unless it is registered.</summary>
    /// <exception cref="BatchWriteException">The source may not be registered. Nothing of its batch is stored.</exception>
    public void Register(int source)
    {
        if (registered is null || registered.ContainsKey(source))
        {
            return;
        }

        try
        {
            if (Read(source, 0) is null)
            {
                ControlData.Register(_row, source);
                WriteUnlessThere();
            }
        }
        catch (BatchWriteException failure)
        {
            throw new BatchWriteException($"The source is not registered: {failure.Message}", failure.IsTransient,
                isAmbiguous: false, failure);
        }

        registered.TryAdd(source, true);
    }

    /// <summary>
    /// Adds a row for each run of records of a batch that no row counts. A row gets a new time if its first record was deleted
    /// and stored again with another time.
    /// </summary>
    /// <param name="batch">The batch, all of whose records are stored.</param>
    /// <exception cref="BatchWriteException">Rows may be missing. The failure is ambiguous.</exception>
    public void Ensure(RecordBatch batch)
    {
        Register(batch.Source);
        for (int attempt = 1; ; attempt++)
        {
            var rows = RowsOf(batch.Source, batch.FirstSequence, batch.Count);
            RenewTime(batch, rows);
            bool isComplete = true;
            foreach (var (first, count) in FoundRows.Uncovered(rows, batch.FirstSequence, batch.Count))
            {
                ControlData.Describe(_row, batch.Source, first, count, batch.Timestamps[first - batch.FirstSequence]);
                isComplete &= WriteUnlessThere();
            }

            if (isComplete)
            {
                return;
            }

            if (attempt == Attempts)
            {
                throw new BatchWriteException("Other requests change the control data of the same records.", isTransient: true,
                    isAmbiguous: true);
            }
        }
    }

    /// <summary>Deletes the row of a deleted record if the row counts only this record. Other rows stay.</summary>
    public void Forget(int source, long sequence)
    {
        if (Read(source, sequence + 1) is { Count: 1 })
        {
            changes.Delete(source, sequence + 1);
        }
    }

    private ControlContent.Promise? Read(int source, long sequence)
    {
        _found.Clear();
        changes.Read(source, sequence, _found);
        return _found.Rows.Count > 0 ? _found.Rows[0] : null;
    }

    /// <summary>Writes the row.</summary>
    /// <returns>False if the write failed because another request has stored a row with the same key.</returns>
    private bool WriteUnlessThere()
    {
        try
        {
            control.Write(_row);
            return true;
        }
        catch (BatchWriteException failure)
        {
            changes.Restore();
            if (Read(_row.Source, _row.FirstSequence) is null)
            {
                throw new BatchWriteException(failure.Message, failure.IsTransient, isAmbiguous: true, failure);
            }

            return false;
        }
    }

    /// <summary>The rows that count records of a range, by their first record.</summary>
    private List<ControlContent.Promise> RowsOf(int source, long first, int count)
    {
        _found.Clear();
        changes.Scan(source, first + 1, count, _found);
        List<ControlContent.Promise> rows = [.. _found.Rows.OrderBy(row => row.First)];
        if (rows.Count > 0 && rows[0].First == first)
        {
            return rows;
        }

        // The nearest row before may reach into the range. Growing windows search for it.
        long end = first;
        int window = FirstWindow;
        while (end > 0 && first - end < RecordBatch.MaxCapacity)
        {
            long begin = Math.Max(0, end - window);
            _found.Clear();
            changes.Scan(source, begin + 1, (int)(end - begin), _found);
            if (_found.Rows.Count > 0)
            {
                return [_found.Rows.MaxBy(row => row.First), .. rows];
            }

            (end, window) = (begin, Math.Min(window * 4, RecordBatch.MaxCapacity));
        }

        return rows;
    }

    private void RenewTime(RecordBatch batch, List<ControlContent.Promise> rows)
    {
        foreach (var row in rows.Where(row => row.First >= batch.FirstSequence))
        {
            long time = batch.Timestamps[row.First - batch.FirstSequence];
            if (row.Timestamp != time)
            {
                changes.Delete(batch.Source, row.First + 1);
                ControlData.Describe(_row, batch.Source, row.First, row.Count, time);
                WriteUnlessThere();
            }
        }
    }
}
