using DbIngest.Abstractions.Records;
using DbIngest.Core.Operations;
using DbIngest.Core.Tests.Fakes;

namespace DbIngest.Core.Tests.Operations.Shared;

/// <summary>32 lanes on 100,000 zipfian records of a store in memory that is sound, or does wrong what is known.</summary>
public sealed class SharedSabotageTests
{
    private const string Half = "read=50,update=50,keys=zipfian:shared";

    /// <summary>Twenty runs, each with some 2,000 updates that are tried again, ten of them without a fence.</summary>
    [Theory]
    [Trait("Suite", "Slow")]
    [InlineData(true)]
    [InlineData(false)]
    public void Run_SoundStoreWithRetries_RaisesNoAlarm(bool fences)
    {
        for (ulong seed = 1; seed <= 10; seed++)
        {
            var run = new SharedRun(Half, seed) { RetryOneOf = 30, Fences = fences }.Run();
            var audit = run.Audit();

            run.WrongReads.ShouldBe(0, run.FirstWrongRead);
            run.Verdict.Findings.ShouldBeEmpty();
            run.Verdict.WatchedOperations.ShouldBeGreaterThan(10_000);
            audit.Passed.ShouldBeTrue(string.Join("; ", audit.Findings));
            audit.StoredRecords.ShouldBe(100_000);
        }
    }

    /// <summary>
    /// A thousand acknowledged updates are not done. Those that were the newest of their record and overlapped no other must all
    /// be found, and no record is accused that lost nothing.
    /// </summary>
    [Fact]
    public void Run_ThousandUpdatesDropped_AllThatWereNewestAreFound()
    {
        var run = new SharedRun(Half, 5) { DropOneOf = 60, MostDrops = 1000, OperationsPerLane = 8000 }.Run();
        var byRecord = run.Writes.ToLookup(write => write.Record);
        var dropped = run.Writes.Where(write => write.IsDropped).ToList();
        var newest = dropped
            .Where(lost => byRecord[lost.Record].All(other => other == lost || other.End < lost.Start))
            .Select(lost => lost.Record).ToHashSet();
        var accused = Enumerable.Range(0, run.Rows.Length).Select(record => (long)record)
            .Where(record => run.Verdict.Judge(record, VersionOf(run, record)) is not null).ToHashSet();

        dropped.Count.ShouldBe(1000);
        newest.Count.ShouldBeGreaterThan(100);
        newest.Except(accused).ShouldBeEmpty();
        accused.Except(dropped.Select(lost => lost.Record)).ShouldBeEmpty();
        var audit = run.Audit();
        audit.Passed.ShouldBeFalse();
        audit.Findings.ShouldContain(finding => finding.StartsWith(
            $"{accused.Count} records are stored in a wrong version", StringComparison.Ordinal));
    }

    /// <summary>An older value comes back after the end, as from a replica that was restored.</summary>
    [Fact]
    public void Run_OlderValueWrittenBack_IsFound()
    {
        var run = new SharedRun(Half, 6).Run();
        run.Audit().Passed.ShouldBeTrue();
        var (record, older) = run.Writes.GroupBy(write => write.Record).Where(group => group.Count() > 5)
            .Select(group => (group.Key, group.OrderBy(write => write.Start).First())).First();
        Restore(run, record, older.Version);

        var audit = run.Audit();

        audit.Findings.ShouldHaveSingleItem().ShouldContain(
            $"1 records are stored in a wrong version; the first is record {run.Keys.SequenceOf(record)} of source "
            + $"{run.Keys.SourceOf(record)}");
    }

    [Fact]
    public void Run_LoadedContentComesBack_IsFound()
    {
        var run = new SharedRun(Half, 7).Run();
        Restore(run, run.Writes[0].Record, 0);

        run.Audit().Findings.ShouldHaveSingleItem().ShouldContain("it holds the loaded content");
    }

    [Fact]
    public void Run_FieldsOfTwoVersionsMixed_AreFound()
    {
        var run = new SharedRun(Half, 8).Run();
        long record = run.Writes.First(write => run.Keys.SequenceOf(write.Record) % 7 != 0).Record;
        double second = run.Rows[record].Second;
        Restore(run, record, 0);
        run.Rows[record].Second.ShouldNotBe(second);
        run.Rows[record] = run.Rows[record] with { Second = second };

        run.Audit().Findings.ShouldContain(finding => finding.Contains("1 records have content of no single version"));
    }

    [Fact]
    public void Run_TwoRecordsSwapped_AreFound()
    {
        var run = new SharedRun(Half, 9).Run();
        (run.Rows[100], run.Rows[90_001]) = (run.Rows[90_001], run.Rows[100]);

        run.Audit().Findings.ShouldContain(finding => finding.Contains("2 records have content of no single version"));
    }

    /// <summary>One read of a popular record answers with what an update replaced that was acknowledged before.</summary>
    [Fact]
    public void Run_OneStaleRead_IsFound()
    {
        var run = new SharedRun(Half, 10);
        long hot = run.Keys.Popular(3);
        var gate = new Lock();
        SharedRun.Row? old = null;
        int changes = 0;
        bool isDone = false;
        run.Answers = answer =>
        {
            lock (gate)
            {
                if (answer.Record != hot || isDone)
                {
                    return answer.Row;
                }

                old ??= answer.Row;
                changes += old.Value != answer.Row ? 1 : 0;
                isDone = changes == 20;
                return isDone ? old.Value : answer.Row;
            }
        };

        run.Run();

        isDone.ShouldBeTrue();
        (run.Verdict.Findings.Count + run.WrongReads).ShouldBeGreaterThan(0);
        run.Verdict.NotAtomic.ShouldBeLessThanOrEqualTo(1);
    }

    /// <summary>A lane sees its own older write after a newer one of its own was acknowledged.</summary>
    [Fact]
    public void Run_OwnOlderWriteSeen_IsFoundByTheLane()
    {
        var run = new SharedRun(Half, 11, loaded: 320);
        long hot = run.Keys.Popular(0);
        var loaded = run.Rows[hot];
        int answered = 0;
        run.Answers = answer => answer.Record == hot && answer.Lane == 5 && ++answered == 100 ? loaded : answer.Row;

        run.Run();

        answered.ShouldBeGreaterThan(100);
        run.WrongReads.ShouldBe(1);
        run.FirstWrongRead!.ShouldContain("saw the loaded content, though the same lane's write");
    }

    private static int VersionOf(SharedRun run, long record)
    {
        using var records = new CountingWorkload().Open(run.Keys.SourceOf(record));
        var batch = new RecordBatch(new CountingWorkload().Schema, 1);
        records.Fill(batch, run.Keys.SequenceOf(record), 1);
        return (int)((run.Rows[record].Quality ^ batch.Qualities[0]) >> 8);
    }

    private static void Restore(SharedRun run, long record, int version)
    {
        using var records = new CountingWorkload().Open(run.Keys.SourceOf(record));
        var batch = new RecordBatch(new CountingWorkload().Schema, 1);
        records.Fill(batch, run.Keys.SequenceOf(record), 1);
        RecordVersion.Apply(batch, 0, version);
        run.Rows[record] = new SharedRun.Row(batch);
    }
}
