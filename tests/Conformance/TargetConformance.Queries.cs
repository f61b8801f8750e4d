using DbIngest.Abstractions.Operations;
using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;

namespace DbIngest.Conformance;

/// <summary>Questions about time ranges: each answer is what the records say, computed here from a list of them.</summary>
public abstract partial class TargetConformance<TDefinition>
{
    private const int AskedSources = 3;
    private const long AskedFrom = 1_767_225_600_000_000;

    // Not a part of an hour, so that hours differ in how many records they have.
    private const long AskedStep = 7 * 60 * 1_000_000L + 1;

    /// <summary>Why questions about time ranges are not tested here. Null if they are.</summary>
    protected virtual string? NoQuestionsReason => null;

    /// <summary>Records of each source that questions are asked about, in four batches. A multiple of 4.</summary>
    protected virtual int AskedRecordsPerSource => 400;

    /// <summary>
    /// True if questions about a table that was dropped are answered: a file that was removed can still be read by whoever has it
    /// open, and some databases answer as for an empty table.
    /// </summary>
    protected virtual bool AnswersOfDroppedTable => Definition.IsFile;

    [SkippableFact]
    public void Questions_OfEachKind_AreAnsweredFromTheRecordsOfTheRange()
    {
        Skip.IfNot(Definition.AnswersTimeQueries, $"{Definition.Name} answers no questions about time ranges.");
        Skip.If(NoQuestionsReason is not null, NoQuestionsReason);
        int count = AskedRecordsPerSource;
        var schema = new RecordSchema([new("a", "V"), new("order", "A")]);
        using var target = Open();
        target.Prepare(new TrialTable(schema, AskedSources, count));
        using var queries = target.OpenQueries().ShouldNotBeNull();
        var rows = new List<TimeQueryRow> { new(9, 9, 9, 9) };
        queries.Ask(new(TimeQueryKind.Last, 1, 1, 0, 0, Time(count)), rows);
        rows.ShouldBeEmpty("nothing is stored yet");

        var records = Enumerable.Range(0, AskedSources)
            .SelectMany(source => Enumerable.Range(0, count).Select(n => (Source: source, N: n))).ToList();
        for (int source = 0; source < AskedSources; source++)
        {
            using var writer = target.OpenWriter(source);
            for (int first = 0; first < count; first += count / 4)
            {
                writer.Write(Asked(schema, source, first, count / 4));
            }
        }

        if (queries.MayLag)
        {
            target.Settle(CancellationToken.None);
        }

        foreach (int value in new[] { 0, 1 })
        {
            int quarter = count / 4;
            foreach (var (from, until) in new[]
                { (0, count), (count / 7, count * 8 / 11), (quarter, quarter + 1), (quarter, quarter) })
            {
                var range = records.Where(r => r.N >= from && r.N < until).ToList();
                var ofOne = range.Where(r => r.Source == 1).Select(r => (r.N, Value: Value(1, r.N, value))).ToList();
                Ask(TimeQueryKind.Last, 1, 1).ShouldBe([new(1, Time(until - 1), 1, Value(1, until - 1, value))]);

                double threshold = Value(1, from, value) is var least && double.IsNaN(least) ? 0 : least;
                var above = ofOne.Where(r => r.Value > threshold).Select(r => r.Value).ToList();
                Ask(TimeQueryKind.Above, 1, 1, threshold)
                    .ShouldBe([new(1, 0, above.Count, above.Count == 0 ? double.NaN : above.Max())]);

                Ask(TimeQueryKind.HourlyMaximum, 1, 1).ShouldBe(ofOne.GroupBy(r => Hour(r.N)).Select(hour =>
                    Row(1, hour.Key, [.. hour.Select(r => r.Value)], there => there.Max())));

                var found = Ask(TimeQueryKind.HourlyMean, 1, 2);
                var means = range.Where(r => r.Source >= 1).GroupBy(r => (r.Source, Hour: Hour(r.N)),
                    r => Value(r.Source, r.N, value),
                    (of, values) => Row(of.Source, of.Hour, [.. values], there => there.Average())).ToList();
                found.Select(Rounded).ShouldBe(means.Select(Rounded));

                List<TimeQueryRow> Ask(TimeQueryKind kind, int source, int sources, double over = 0)
                {
                    queries.Ask(new(kind, source, sources, value, Time(from), Time(until), over), rows);
                    rows.Sort((x, y) => (x.Source, x.Time).CompareTo((y.Source, y.Time)));
                    return rows;
                }
            }
        }

        target.Clean();
        if (!AnswersOfDroppedTable)
        {
            Should.Throw<TargetException>(() => queries.Ask(new(TimeQueryKind.Last, 1, 1, 0, 0, Time(1)), rows));
        }
    }

    [SkippableFact]
    public void Questions_OfTimesAroundThatOfNumberZero_AreAnsweredByTheirHours()
    {
        Skip.IfNot(Definition.AnswersTimeQueries, $"{Definition.Name} answers no questions about time ranges.");
        Skip.If(NoQuestionsReason is not null, NoQuestionsReason);
        Skip.IfNot(Definition.Timestamps.First < 0, $"{Definition.Name} stores no times before 1970.");
        const int count = 60;
        var schema = new RecordSchema([new("a", "V")]);
        var batch = new RecordBatch(schema, count);
        batch.Reset(0, 0, count);
        for (int row = 0; row < count; row++)
        {
            batch.Timestamps[row] = (row - 40) * AskedStep;
            batch.Column(0)[row] = row;
        }

        using var target = Open();
        target.Prepare(new TrialTable(schema, 1, count));
        using (var writer = target.OpenWriter(0))
        {
            writer.Write(batch);
        }

        using var queries = target.OpenQueries().ShouldNotBeNull();
        if (queries.MayLag)
        {
            target.Settle(CancellationToken.None);
        }

        var rows = new List<TimeQueryRow>();
        queries.Ask(new(TimeQueryKind.HourlyMaximum, 0, 1, 0, -40 * AskedStep, 20 * AskedStep), rows);

        rows.Sort((x, y) => x.Time.CompareTo(y.Time));
        rows.ShouldBe(Enumerable.Range(0, count)
            .GroupBy(row => (long)Math.Floor((double)batch.Timestamps[row] / TimeQuery.HourMicroseconds))
            .Select(hour => new TimeQueryRow(0, hour.Key * TimeQuery.HourMicroseconds, hour.Count(), hour.Max())));
    }

    private static long Time(int record) => AskedFrom + (record * AskedStep);

    private static long Hour(int record) => Time(record) - (Time(record) % TimeQuery.HourMicroseconds);

    private static double Value(int source, int record, int value) =>
        record % 10 == value || record / 60 == value ? double.NaN : ((source + 1) * 1000) + (record * 7919 % 400 / 3.0) - value;

    /// <summary>Databases sum a mean in another order.</summary>
    private static TimeQueryRow Rounded(TimeQueryRow row) => row with { Value = Math.Round(row.Value, 8) };

    private static TimeQueryRow Row(int source, long time, IReadOnlyList<double> values, Func<List<double>, double> aggregate)
    {
        var there = values.Where(value => !double.IsNaN(value)).ToList();
        return new(source, time, there.Count, there.Count == 0 ? double.NaN : aggregate(there));
    }

    private static RecordBatch Asked(RecordSchema schema, int source, int first, int count)
    {
        var batch = new RecordBatch(schema, count);
        batch.Reset(source, first, count);
        for (int row = 0; row < count; row++)
        {
            batch.Timestamps[row] = Time(first + row);
            batch.Column(0)[row] = Value(source, first + row, 0);
            batch.Column(1)[row] = Value(source, first + row, 1);
        }

        return batch;
    }
}
