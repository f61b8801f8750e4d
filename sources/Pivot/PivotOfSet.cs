using DbIngest.Abstractions.Records;
using DbIngest.Sources.Input;

namespace DbIngest.Sources.Pivot;

/// <summary>
/// Finds the entities of all files of an input in a first pass, before the first record, so that the records of all files have
/// the same values. <c>CsvFormat</c>, <c>DeviceFormat</c>, <c>LineProtocolFormat</c> and <c>Nem12Format</c> open the files of
/// long tables through the one object that an input shares (<see cref="InputFiles.Shared{T}"/>). So each file is read twice.
/// </summary>
internal sealed class PivotOfSet
{
    private const int BatchRows = 4096;

    private readonly Entities _entities = new();
    private readonly Dictionary<InputFile, bool> _inOrder = [];

    /// <summary>Opens a file as records. The first call reads all files once.</summary>
    /// <param name="open">Opens a reader of a file's rows that numbers their entities.</param>
    /// <exception cref="InputException">A file cannot be read.</exception>
    public PivotReader Open(InputFile file, InputFiles set, Func<InputFile, Entities, IRecordReader> open)
    {
        if (_inOrder.Count == 0)
        {
            foreach (var one in set)
            {
                _inOrder[one] = IsInOrder(open(one, _entities));
            }
        }

        var rows = open(file, _entities);
        try
        {
            return new PivotReader(file.Name, _entities, _inOrder[file], rows);
        }
        catch
        {
            rows.Dispose();
            throw;
        }
    }

    private static bool IsInOrder(IRecordReader rows)
    {
        using (rows)
        {
            var batch = new RecordBatch(rows.Schema, BatchRows);
            long last = long.MinValue;
            bool inOrder = true;
            while (rows.Read(batch) > 0)
            {
                foreach (long time in batch.Timestamps.AsSpan(0, batch.Count))
                {
                    inOrder &= time >= last;
                    last = time;
                }
            }

            return inOrder;
        }
    }
}
