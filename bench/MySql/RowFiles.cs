using System.Buffers;
using System.Globalization;
using System.Text;
using DbIngest.Abstractions.Records;
using DbIngest.Sources.Synthetic;
using DbIngest.Targets;

namespace DbIngest.Bench.MySql;

/// <summary>
/// The rows of the trials as files, one per source: lines for LOAD DATA, and statements of 1,000 rows. <see cref="Contest"/>
/// makes them before anything is timed. Disposing it deletes them.
/// </summary>
internal sealed class RowFiles : IDisposable
{
    private const int RowsPerStatement = 1000;

    private readonly string _folder = Directory.CreateTempSubdirectory("dbingest-bench-").FullName;

    public RowFiles(SyntheticWorkload workload, int sources, int records, string table)
    {
        var asLines = RowText.OfFile(workload.Schema.ValueCount);
        var asStatement = RowText.OfStatement(workload.Schema.ValueCount);
        byte[] head = Encoding.ASCII.GetBytes($"INSERT INTO {table} VALUES ");
        var text = new ArrayBufferWriter<byte>();
        for (int source = 0; source < sources; source++)
        {
            using var lines = File.Create(Lines(source));
            using var statements = File.Create(Statements(source));
            using var reader = workload.Open(source);
            var batch = new RecordBatch(workload.Schema, RowsPerStatement);
            for (int first = 0; first < records; first += RowsPerStatement)
            {
                reader.Fill(batch, first, Math.Min(RowsPerStatement, records - first));
                text.ResetWrittenCount();
                asLines.WriteTo(batch, 0, batch.Count, text);
                lines.Write(text.WrittenSpan);
                text.ResetWrittenCount();
                text.Write(head);
                asStatement.WriteTo(batch, 0, batch.Count, text);
                text.Write(";\n"u8);
                statements.Write(text.WrittenSpan);
            }
        }
    }

    public string Lines(int source) => Path.Combine(_folder, string.Create(CultureInfo.InvariantCulture, $"{source}.tsv"));

    public string Statements(int source) => Path.Combine(_folder, string.Create(CultureInfo.InvariantCulture, $"{source}.sql"));

    public void Dispose() => Directory.Delete(_folder, recursive: true);
}
