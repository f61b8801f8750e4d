using DbIngest.Abstractions.Operations;
using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;
using DbIngest.Core.Audit;
using DbIngest.Core.Operations;
using DbIngest.Core.Pipeline;
using DbIngest.Core.Plan;
using DbIngest.Core.Results;
using DbIngest.Core.Trials;

namespace DbIngest.Conformance;

/// <summary>Single records: read, updated and deleted by their key, and scanned.</summary>
public abstract partial class TargetConformance<TDefinition>
{
    [SkippableTheory]
    [InlineData(1)]
    [InlineData(9)]
    [InlineData(40)]
    public void Operations_SingleRecords_AreAsTheyWereLastWritten(int values)
    {
        const int records = 200;
        using var workload = Pattern(values);
        using var target = OpenFor(RecordOperations.ReadsAndWrites);
        target.Prepare(new TrialTable(workload.Schema, 2, records, IsKeyed: true));
        var expected = Trial.Batch(workload, 1, 0, records);
        var found = new ReadTally();
        double[] room = new double[values];
        using (var other = target.OpenWriter(0))
        using (var writer = target.OpenWriter(1))
        {
            other.Write(Trial.Batch(workload, 0, 0, records));
            writer.Write(expected);
            var single = (IRecordOperations)writer;
            var gone = new HashSet<long>();
            for (long sequence = 0; sequence < records; sequence += 3)
            {
                var changed = Trial.Batch(workload, 1, sequence, 1);
                RecordVersion.Apply(changed, 0, (int)sequence + 1);
                RecordVersion.Apply(expected, (int)sequence, (int)sequence + 1);
                single.Update(changed);
                single.Update(changed);
            }

            for (long sequence = 1; sequence < records; sequence += 5)
            {
                single.Delete(1, sequence);
                single.LastDeleteFound.ShouldBe(TellsAbsence ? true : null);
                single.Delete(1, sequence);
                single.LastDeleteFound.ShouldBe(TellsAbsence ? false : null);
                gone.Add(sequence);
            }

            for (int sequence = 0; sequence < records; sequence++)
            {
                found.Reset();
                single.Read(1, sequence, found);
                found.Count.ShouldBe(gone.Contains(sequence) ? 0 : 1);
                found.Checksum.ShouldBe(gone.Contains(sequence) ? 0 : RecordHash.OfRow(expected, sequence, room));
            }

            single.Restore();
            found.Reset();
            single.Scan(1, 50, 100, found);
            var within = Enumerable.Range(50, 100).Where(sequence => !gone.Contains(sequence)).ToList();
            found.Count.ShouldBe(within.Count);
            found.Checksum.ShouldBe(within.Aggregate(0UL, (sum, sequence) => sum + RecordHash.OfRow(expected, sequence, room)));

            found.Reset();
            single.Read(1, records, found);
            single.Scan(1, records, 10, found);
            single.Read(2, 0, found);
            found.Count.ShouldBe(0);
        }

        target.Clean();
    }

    /// <summary>What every store with reads must do, also one without changes. It may show late what it stored.</summary>
    [SkippableTheory]
    [InlineData(1)]
    [InlineData(9)]
    [InlineData(40)]
    public void Reads_SingleRecords_AreThoseThatWereWritten(int values)
    {
        const int records = 200;
        using var workload = Pattern(values);
        using var target = OpenFor(RecordOperations.Reads);
        target.Prepare(new TrialTable(workload.Schema, 2, records, IsKeyed: true));
        var expected = Trial.Batch(workload, 1, 0, records);
        var found = new ReadTally();
        double[] room = new double[values];
        using (var other = target.OpenWriter(0))
        using (var writer = target.OpenWriter(1))
        {
            other.Write(Trial.Batch(workload, 0, 0, records));
            writer.Write(expected);
            var reads = (IRecordReads)writer;
            if (reads.MayLag)
            {
                target.Settle(CancellationToken.None);
            }

            for (int sequence = 0; sequence < records; sequence += 7)
            {
                found.Reset();
                reads.Read(1, sequence, found);
                found.Count.ShouldBe(1);
                found.Checksum.ShouldBe(RecordHash.OfRow(expected, sequence, room));
            }

            reads.Restore();
            found.Reset();
            reads.Scan(1, 50, 100, found);
            found.Count.ShouldBe(100);
            found.Checksum.ShouldBe(
                Enumerable.Range(50, 100).Aggregate(0UL, (sum, sequence) => sum + RecordHash.OfRow(expected, sequence, room)));

            found.Reset();
            reads.Read(1, records, found);
            reads.Scan(1, records, 10, found);
            reads.Read(2, 0, found);
            found.Count.ShouldBe(0);
        }

        target.Clean();
    }

    [SkippableTheory]
    [InlineData(false)]
    [InlineData(true)]
    public void Operations_Find_ReturnsTheRecordsOfASourceAtAnInstant(bool hasTimeIndex)
    {
        const int records = 200;
        using var workload = Pattern(9);
        using var target = OpenFor(RecordOperations.Find);
        target.Prepare(new TrialTable(workload.Schema, 2, records, IsKeyed: true) { HasTimeIndex = hasTimeIndex });
        var expected = Trial.Batch(workload, 1, 0, records);
        var found = new ReadTally();
        double[] room = new double[9];
        using (var other = target.OpenWriter(0))
        using (var writer = target.OpenWriter(1))
        {
            other.Write(Trial.Batch(workload, 0, 0, records));
            writer.Write(expected);
            var reads = (IInstantReads)writer;
            foreach (long timestamp in expected.Timestamps.Take(records).Distinct())
            {
                found.Reset();
                reads.Find(1, timestamp, found);
                var rows = Enumerable.Range(0, records).Where(row => expected.Timestamps[row] == timestamp).ToList();
                found.Count.ShouldBe(rows.Count);
                found.Checksum.ShouldBe(rows.Aggregate(0UL, (sum, row) => sum + RecordHash.OfRow(expected, row, room)));
            }

            reads.Restore();
            found.Reset();
            reads.Find(2, expected.Timestamps[0], found);
            reads.Find(1, 1_700_000_000_000_001, found);
            found.Count.ShouldBe(0);
        }

        target.Clean();
    }

    [SkippableTheory]
    [InlineData("insert=20,read=30,update=30,delete=10,scan=10", 20, 2)]
    [InlineData("insert=20,read=30,update=30,delete=10,scan=10,keys=zipfian", 1, 1)]
    [InlineData("insert=20,read=60,scan=20,keys=latest", 7, 1)]
    [InlineData("insert=20,find=40,update=30,delete=10", 20, 2)]
    [InlineData("insert=20,find=40,update=40,keys=uniform:shared", 1, 2)]
    public void Operations_Mix_EveryAnswerIsRightAndSoIsWhatIsLeft(string text, int batch, int inFlight)
    {
        using var target = OpenFor(OperationMix.TryParse(text, out var mix) ? mix.Operations : RecordOperations.None);
        var result = RunMix(target, MixPoint(text, batch, inFlight));

        result.Status.ShouldBe(TrialStatus.Complete, result.Error);
        result.Operations!.Sum(o => o.Count).ShouldBe(2 * MixRecords);
        result.Operations!.Sum(o => o.Errors).ShouldBe(0);
    }

    [SkippableTheory]
    [InlineData("update")]
    [InlineData("delete")]
    public void Operations_OneThatNobodyKnowsOf_IsFoundByTheAudit(string kind)
    {
        using var workload = Pattern(9);
        using var target = OpenFor(RecordOperations.ReadsAndWrites);
        var point = MixPoint("read=60,update=40", batch: 20, inFlight: 1);
        var result = RunMix(target, point, keepData: true);
        result.Status.ShouldBe(TrialStatus.Complete, result.Error);
        var lanes = result.LaneOperations!.Select((operations, source) => new LaneProgress(source, 0, operations, false))
            .ToList();
        var mix = new MixOutcome { Kinds = [], Lanes = lanes, WrongAnswers = 0 };
        var request = IngestRequest.Of(point, 0, RetryOptions.Default);
        MixAudit.Run(target, workload, request, mix, CancellationToken.None).Passed.ShouldBeTrue();

        using (var writer = target.OpenWriter(1))
        {
            var record = Trial.Batch(workload, 1, 77, 1);
            RecordVersion.Apply(record, 0, 60_000);
            var single = (IRecordOperations)writer;
            if (kind == "update")
            {
                single.Update(record);
            }
            else
            {
                single.Delete(1, 77);
            }
        }

        MixAudit.Run(target, workload, request, mix, CancellationToken.None).Passed.ShouldBeFalse();
        target.Clean();
    }

    [SkippableFact]
    public void OpenWriter_SingleRecords_AreOfferedAsTheDefinitionSays()
    {
        using var workload = Pattern(2);
        using var target = Prepared(new TrialTable(workload.Schema, 1, 1, IsKeyed: Offered != RecordOperations.None));
        using var writer = target.OpenWriter(0);

        var offered = writer switch
        {
            IConditionalUpdates => RecordOperations.All,
            IRecordOperations => RecordOperations.ReadsAndWrites,
            IRecordReads => RecordOperations.Reads,
            _ => RecordOperations.None,
        };
        (offered | (writer is IInstantReads ? RecordOperations.Find : RecordOperations.None)).ShouldBe(Offered);
    }

    private const long MixRecords = 300;

    private bool TellsAbsence => Definition.Client(Client).TellsAbsence;

    private RecordOperations Offered => Definition.Client(Client).Operations;

    private ITarget OpenFor(RecordOperations needed)
    {
        Skip.IfNot(Offered.HasFlag(needed), $"{Definition.Name} has no {needed & ~Offered} by this write path.");
        Skip.If(NoSingleRecordsReason is not null, NoSingleRecordsReason);
        return Open();
    }

    private static Point MixPoint(string text, int batch, int inFlight) => new()
    {
        Database = Definition.Name,
        Client = "any",
        Durability = "any",
        Sources = SourceLayout.Single(2),
        RecordsPerSource = MixRecords,
        Batch = batch,
        InFlight = inFlight,
        Values = 9,
        Mix = OperationMix.TryParse(text, out var mix) ? mix : throw new ArgumentException(text),
    };

    private static TrialResult RunMix(ITarget target, Point point, bool keepData = false)
    {
        using var workload = Pattern(9);
        return new TrialRunner(new IngestPipeline(), RetryOptions.Default, new QuietObserver()) { IsMeasured = false }.Run(
            new ScheduledTrial(0, point, 1, WarmUp: false), target, workload, new ExpectedContent(workload), keepData,
                CancellationToken.None);
    }
}
