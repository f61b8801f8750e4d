using DbIngest.Abstractions.Records;
using DbIngest.Sources.Input;

namespace DbIngest.Sources.Tests.Comtrade;

/// <summary>All that a reader gives, and figures of each of its values.</summary>
internal sealed class RecordFigures
{
    public List<long> Times { get; } = [];

    public List<uint> Qualities { get; } = [];

    public List<double>[] Columns { get; private init; } = [];

    public static RecordFigures Of(IRecordReader reader, int batchSize = 777)
    {
        var figures = new RecordFigures { Columns = [.. reader.Schema.Values.Select(_ => new List<double>())] };
        var batch = new RecordBatch(reader.Schema, batchSize);
        while (reader.Read(batch) > 0)
        {
            batch.Source.ShouldBe(0);
            batch.FirstSequence.ShouldBe(figures.Times.Count);
            figures.Times.AddRange(batch.Timestamps.AsSpan(0, batch.Count));
            figures.Qualities.AddRange(batch.Qualities.AsSpan(0, batch.Count));
            for (int column = 0; column < figures.Columns.Length; column++)
            {
                figures.Columns[column].AddRange(batch.Column(column));
            }
        }

        return figures;
    }

    public int Missing(int column) => Columns[column].Count(double.IsNaN);

    public double Sum(int column)
    {
        double sum = 0;
        foreach (double value in Columns[column])
        {
            sum += value;
        }

        return sum;
    }
}
