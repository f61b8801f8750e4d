using System.Globalization;
using System.Text;
using DbIngest.Abstractions.Records;
using DbIngest.Sources.Synthetic;

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
        for (int source = 0; source < sources; source++)
        {
            using var lines = new StreamWriter(Lines(source), append: false, Encoding.ASCII, 1 << 20);
            using var statements = new StreamWriter(Statements(source), append: false, Encoding.ASCII, 1 << 20);
            using var reader = workload.Open(source);
            var batch = new RecordBatch(workload.Schema, RowsPerStatement);
            for (int first = 0; first < records; first += RowsPerStatement)
            {
                reader.Fill(batch, first, Math.Min(RowsPerStatement, records - first));
                statements.Write($"INSERT INTO {table} VALUES ");
                for (int row = 0; row < batch.Count; row++)
                {
                    lines.Write(Row(batch, row, "\t", "\\N") + "\n");
                    statements.Write($"{(row > 0 ? "," : string.Empty)}({Row(batch, row, ",", "NULL")})");
                }

                statements.Write(";\n");
            }
        }
    }

    public string Lines(int source) => Path.Combine(_folder, string.Create(CultureInfo.InvariantCulture, $"{source}.tsv"));

    public string Statements(int source) => Path.Combine(_folder, string.Create(CultureInfo.InvariantCulture, $"{source}.sql"));

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    private static string Row(RecordBatch batch, int row, string separator, string missing) => string.Join(
        separator,
        [
            batch.Source.ToString(CultureInfo.InvariantCulture),
            (batch.FirstSequence + row).ToString(CultureInfo.InvariantCulture),
            batch.Timestamps[row].ToString(CultureInfo.InvariantCulture),
            batch.Qualities[row].ToString(CultureInfo.InvariantCulture),
            .. Enumerable.Range(0, batch.Schema.ValueCount).Select(c => batch.Column(c)[row])
                .Select(v => double.IsNaN(v) ? missing : v.ToString("R", CultureInfo.InvariantCulture)),
        ]);
}
