using System.Globalization;
using DbIngest.Abstractions.Records;
using DbIngest.Targets.Couchbase.Shapes;
using DbIngest.Targets.Documents;
using DbIngest.Wire;
using DbIngest.Wire.Couchbase;

namespace DbIngest.Bench.Couchbase;

/// <summary>
/// Measures the CPU time of encoding documents, and of numbers by this product's writer and by .NET's, for the bench command
/// <c>encode</c>. It uses one thread and no server.
/// </summary>
internal static class EncodeBench
{
    private const int Rows = 2000;

    /// <summary>Runs all encoders in turn, after a warm-up round, and prints medians.</summary>
    /// <param name="rounds">Rounds that count.</param>
    /// <param name="records">Records a round.</param>
    /// <returns>The exit code.</returns>
    public static int Run(int rounds, int records)
    {
        var batch = Trials.Ingest.FirstBatch(Rows);
        byte[] text = new byte[64];
        (string Name, Action Once)[] ways =
        [
            ("json", () => Append(new JsonShape(RecordNames.Full(batch.Schema)), batch)),
            ("short", () => Append(new JsonShape(RecordNames.Short(batch.Schema)), batch)),
            ("binary", () => Append(new BinaryShape(batch.Schema.ValueCount), batch)),
            ("9 numbers, ours", () => Numbers(batch, value => ShortestDouble.Write(value, text))),
            ("9 numbers, .NET",
                () => Numbers(batch, value => value.TryFormat(text, out int written, default, CultureInfo.InvariantCulture)
                ? written : 0)),
        ];
        var figures = Turns.Run(rounds, ways.Length, which =>
        {
            var cpu = Environment.CpuUsage.TotalTime;
            for (int done = 0; done < records; done += Rows)
            {
                ways[which].Once();
            }

            return (Environment.CpuUsage.TotalTime - cpu).TotalSeconds * 1e9 / records;
        });

        for (int i = 0; i < ways.Length; i++)
        {
            Console.WriteLine(
                string.Create(CultureInfo.InvariantCulture,
                $"{ways[i].Name,-20} {Median.Of(figures[i]),6:F0} ns a record ({figures[i].Min():F0} to {figures[i].Max():F0})"));
        }

        return 0;
    }

    private static readonly KvRequestBuffer Buffer = new();

    private static void Append(CouchbaseDocumentShape shape, RecordBatch batch)
    {
        for (int row = 0; row < batch.Count; row++)
        {
            shape.Append(Buffer, batch, row);
        }

        Buffer.Clear();
    }

    private static void Numbers(RecordBatch batch, Func<double, int> write)
    {
        for (int column = 0; column < batch.Schema.ValueCount; column++)
        {
            foreach (double value in batch.Column(column))
            {
                if (!double.IsNaN(value))
                {
                    write(value);
                }
            }
        }
    }
}
