using DbIngest.Abstractions.Audit;
using DbIngest.Abstractions.Records;
using DbIngest.Core.Audit;
using DbIngest.Core.Results;
using DbIngest.Core.Tests.Fakes;
using DbIngest.Core.Trials;

namespace DbIngest.Core.Tests.Trials;

/// <summary>Breaks the stored content in one way at a time and sees that the audit says so.</summary>
public sealed class AuditorTests
{
    private const long Records = 500;

    private readonly List<(int Source, long Sequence, long Timestamp, uint Quality, double[] Values)> _rows = [.. Rows()];

    [Fact]
    public void Compare_ExactContentInAnyOrder_Passes()
    {
        _rows.Reverse();

        Audit().Passed.ShouldBeTrue();
    }

    [Fact]
    public void Compare_LostRow_NamesSourceAndSequence()
    {
        _rows.RemoveAll(r => r is { Source: 1, Sequence: 321 });

        var audit = Audit();

        audit.MissingRecords.ShouldBe(1);
        audit.Findings.ShouldHaveSingleItem().ShouldBe("source 1: 1 acknowledged records are missing, the first is 321");
    }

    [Fact]
    public void Compare_RepeatedRow_IsFound()
    {
        _rows.Add(_rows[7]);

        Audit().DuplicateRecords.ShouldBe(1);
        Audit().Passed.ShouldBeFalse();
    }

    [Fact]
    public void Compare_ForeignRow_IsFound()
    {
        _rows.Add((2, 0, 0, 0, [1, 2]));
        _rows.Add((0, Records, 0, 0, [1, 2]));
        _rows.Add((-1, 5, 0, 0, [1, 2]));
        _rows.Add((0, -5, 0, 0, [1, 2]));

        Audit().ForeignRecords.ShouldBe(4);
        Audit().Passed.ShouldBeFalse();
    }

    [Theory]
    [InlineData("value")]
    [InlineData("last value")]
    [InlineData("missing value")]
    [InlineData("timestamp")]
    [InlineData("quality")]
    [InlineData("values swapped")]
    [InlineData("contents exchanged")]
    public void Compare_AlteredContent_IsFound(string alteration)
    {
        var row = _rows[250];
        _rows[250] = alteration switch
        {
            "value" => row with { Values = [Math.BitIncrement(row.Values[0]), row.Values[1]] },
            "last value" => row with { Values = [row.Values[0], Math.BitDecrement(row.Values[1])] },
            "missing value" => row with { Values = [double.NaN, row.Values[1]] },
            "timestamp" => row with { Timestamp = row.Timestamp + 1 },
            "quality" => row with { Quality = row.Quality ^ 0x8000_0000 },
            "values swapped" => row with { Values = [row.Values[1], row.Values[0]] },
            _ => _rows[251] with { Sequence = row.Sequence },
        };
        if (alteration == "contents exchanged")
        {
            _rows[251] = row with { Sequence = _rows[251].Sequence };
        }

        var audit = Audit();

        audit.Passed.ShouldBeFalse();
        audit.Findings.ShouldHaveSingleItem().ShouldContain("content differs");
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void Compare_UnacknowledgedRows_MayBeThereOrNot(bool there)
    {
        var unacknowledged = new SequenceRange(100, 50);
        if (!there)
        {
            _rows.RemoveAll(r => r.Source == 0 && unacknowledged.Contains(r.Sequence));
        }

        var audit = Audit(unacknowledged);

        audit.Passed.ShouldBeTrue(string.Join("; ", audit.Findings));
        audit.UnacknowledgedRecords.ShouldBe(there ? 50 : 0);
        audit.ExpectedRecords.ShouldBe((2 * Records) - 50);
    }

    [Fact]
    public void Compare_LossBesideUnacknowledged_IsFound()
    {
        _rows.RemoveAll(r => r.Source == 0 && r.Sequence is >= 0 and < 150);

        var audit = Audit(new SequenceRange(0, 149));

        audit.Findings.ShouldHaveSingleItem().ShouldBe("source 0: 1 acknowledged records are missing, the first is 149");
    }

    private static IEnumerable<(int Source, long Sequence, long Timestamp, uint Quality, double[] Values)> Rows()
    {
        using var workload = new CountingWorkload();
        for (int source = 0; source < 2; source++)
        {
            using var records = workload.Open(source);
            var batch = new RecordBatch(workload.Schema, (int)Records);
            records.Fill(batch, 0, (int)Records);
            for (int row = 0; row < batch.Count; row++)
            {
                yield return (source, row, batch.Timestamps[row], batch.Qualities[row],
                    [batch.Column(0)[row], batch.Column(1)[row]]);
            }
        }
    }

    private AuditResult Audit(SequenceRange? unacknowledgedOfSource0 = null)
    {
        IReadOnlyList<IReadOnlyList<SequenceRange>> unacknowledged =
            [unacknowledgedOfSource0 is { } range ? [range] : [], []];
        var stored = new StoredContent(2, Records, unacknowledged);
        Parallel.ForEach(_rows.Chunk(97), chunk =>
        {
            using var partition = stored.OpenPartition();
            foreach (var (source, sequence, timestamp, quality, values) in chunk)
            {
                partition.Add(source, sequence, timestamp, quality, values);
            }
        });
        using var workload = new CountingWorkload();
        var expected = new ExpectedContent(workload);
        return Auditor.Compare(
            stored,
            [.. unacknowledged.Select((ranges, source) => expected.Checksum(source, Records, ranges, CancellationToken.None))],
            elapsedS: 0);
    }
}
