using System.Buffers.Text;
using System.Globalization;
using DbIngest.Abstractions.Records;
using DbIngest.Core.Sources;

namespace DbIngest.Bench.Cassandra.Contenders;

/// <summary>
/// A workload whose sources parse CSV files: timestamp, quality, values. <see cref="CsvLoad"/> opens it. The constructor writes
/// one temporary file per source from another workload, and <see cref="Dispose"/> deletes them. Parsing is part of the measured
/// time.
/// </summary>
internal sealed class CsvFiles : IWorkload
{
    private const int RowsAtOnce = 1000;

    private readonly IWorkload _inner;
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("dbingest-bench-");

    public CsvFiles(IWorkload inner, int sources, int records)
    {
        _inner = inner;
        for (int source = 0; source < sources; source++)
        {
            WriteFile(source, records);
        }
    }

    public string Name => "csv";

    public RecordSchema Schema => _inner.Schema;

    public IReadOnlyDictionary<string, string> Facts => _inner.Facts;

    public IRecordSource Open(int source) => new Reader(source, File.ReadAllBytes(PathOf(source)));

    public void Dispose()
    {
        _folder.Delete(recursive: true);
        _inner.Dispose();
    }

    private string PathOf(int source) => Path.Combine(_folder.FullName, $"{source}.csv");

    private void WriteFile(int source, int records)
    {
        using var from = _inner.Open(source);
        using var to = new StreamWriter(PathOf(source));
        var batch = new RecordBatch(Schema, RowsAtOnce);
        for (int first = 0; first < records; first += RowsAtOnce)
        {
            from.Fill(batch, first, Math.Min(RowsAtOnce, records - first));
            for (int row = 0; row < batch.Count; row++)
            {
                to.Write(string.Create(CultureInfo.InvariantCulture, $"{batch.Timestamps[row]},{batch.Qualities[row]}"));
                for (int column = 0; column < Schema.ValueCount; column++)
                {
                    to.Write(string.Create(CultureInfo.InvariantCulture, $",{batch.Column(column)[row]:R}"));
                }

                to.Write('\n');
            }
        }
    }

    /// <summary>Parses line after line. For a batch that is not the next one, it searches from the start.</summary>
    private sealed class Reader(int source, byte[] text) : IRecordSource
    {
        private int _at;
        private long _next;

        public void Fill(RecordBatch batch, long firstSequence, int count)
        {
            if (firstSequence < _next)
            {
                (_at, _next) = (0, 0);
            }

            for (; _next < firstSequence; _next++)
            {
                _at += text.AsSpan(_at).IndexOf((byte)'\n') + 1;
            }

            batch.Reset(source, firstSequence, count);
            for (int row = 0; row < count; row++, _next++)
            {
                bool isGood = Utf8Parser.TryParse(text.AsSpan(_at), out batch.Timestamps[row], out int used);
                _at += used + 1;
                isGood &= Utf8Parser.TryParse(text.AsSpan(_at), out batch.Qualities[row], out used);
                _at += used + 1;
                for (int column = 0; column < batch.Schema.ValueCount; column++)
                {
                    isGood &= Utf8Parser.TryParse(text.AsSpan(_at), out batch.Column(column)[row], out used);
                    _at += used + 1;
                }

                if (!isGood)
                {
                    throw new InvalidDataException($"Record {_next} of source {source} cannot be read.");
                }
            }
        }

        public void Dispose()
        {
        }
    }
}
