using DbIngest.Abstractions.Targets;
using DbIngest.Core.LateRecords;
using DbIngest.Core.Pipeline;
using DbIngest.Core.Plan;
using DbIngest.Core.Results;
using DbIngest.Core.Sources;
using DbIngest.Core.Tests.Fakes;
using DbIngest.Core.Trials;

namespace DbIngest.Core.Tests.Trials;

/// <summary>Trials whose sources send out of order or twice: what they count, and what their audit finds.</summary>
public sealed class RepeatTrialTests
{
    private const int Sources = 3;
    private const int Records = 1000;
    private const int Batch = 10;

    private readonly MemoryTarget _target = new();

    [Theory]
    [InlineData(Repeats.KeepsBoth, 1)]
    [InlineData(Repeats.KeepsBoth, 4)]
    [InlineData(Repeats.KeepsOne, 1)]
    [InlineData(Repeats.KeepsOne, 4)]
    public void Run_Duplicates_AreCountedApartAndExpected(Repeats repeats, int inFlight)
    {
        _target.Repeats = repeats;

        var result = Run("10%", inFlight);

        result.Status.ShouldBe(TrialStatus.Complete, result.Error);
        long twice = Sources * Records / 10;
        result.AcknowledgedRecords.ShouldBe(Sources * Records);
        var told = result.Repeats.ShouldNotBeNull();
        (told.Expected, told.SentTwice, told.InDoubt).ShouldBe((repeats, twice, 0));
        told.StoredTwice.ShouldBe(repeats == Repeats.KeepsBoth ? twice : 0);
        told.RowsPerS.ShouldBe(result.RecordsPerS * 1.1, result.RecordsPerS * 1e-6);
        result.Audit!.StoredRecords.ShouldBe(_target.Rows.Count);
        _target.Rows.Count.ShouldBe(Sources * Records + (int)told.StoredTwice!);

        // 40 bytes a stored row (MemoryTarget).
        result.Space!.BytesPerRecord.ShouldBe(40, 1e-9);
        result.Latency!.Batches.ShouldBe(Sources * Records / Batch);
    }

    [Fact]
    public void Run_NoDuplicates_TellsNothing()
    {
        var result = Run("none", 1);
        result.Status.ShouldBe(TrialStatus.Complete, result.Error);
        result.Repeats.ShouldBeNull();
        result.Audit!.RepeatedRecords.ShouldBeNull();
    }

    /// <summary>A store that drops a record of a second sending although it says that it keeps both.</summary>
    [Fact]
    public void Run_StoreThatSaysBothAndKeepsOne_IsFound()
    {
        _target.Repeats = Repeats.KeepsBoth;
        _target.OnSettle = () => _target.RemoveSecondOf(source: 1);

        var result = Run("10%", 1);

        result.Status.ShouldBe(TrialStatus.Invalid);
        result.Error.ShouldNotBeNull().ShouldContain("source 1: 1 records that were sent twice are stored once");
    }

    [Fact]
    public void Run_StoreThatSaysOneAndKeepsBoth_IsFound()
    {
        _target.Repeats = Repeats.KeepsOne;
        _target.KeepsAll = true;

        var result = Run("10%", 1);

        result.Status.ShouldBe(TrialStatus.Invalid);
        result.Audit!.DuplicateRecords.ShouldBe(Sources * Records / 10);
    }

    /// <summary>A row of a record that was sent once, or a third one of a record that was sent twice.</summary>
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void Run_OneRowMore_IsFound(bool isThird)
    {
        _target.Repeats = Repeats.KeepsBoth;
        _target.OnSettle = () => _target.Repeat(isThird ? 3 : 2);

        var result = Run("10%", 1);

        result.Status.ShouldBe(TrialStatus.Invalid);
        result.Audit!.DuplicateRecords.ShouldBe(1);
    }

    [Fact]
    public void Run_SecondRowAltered_IsFound()
    {
        _target.Repeats = Repeats.KeepsBoth;
        _target.OnSettle = () => _target.AlterSecond();
        Run("10%", 1).Error.ShouldNotBeNull().ShouldContain("the content differs");
    }

    /// <summary>
    /// The acknowledgement of a second sending is lost: it is sent again without looking, since the batch is there anyhow, and
    /// nobody judges how often it is stored.
    /// </summary>
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void Run_SecondSendingInDoubt_IsNotJudged(bool isIdempotent)
    {
        _target.Repeats = Repeats.KeepsBoth;
        _target.IsIdempotent = isIdempotent;
        var sent = new HashSet<(int, long)>();
        bool failed = false;
        _target.AfterWrite = (batch, _) =>
        {
            if (!sent.Add((batch.Source, batch.FirstSequence)) && !failed)
            {
                failed = true;
                throw new BatchWriteException("Lost.", isTransient: true, isAmbiguous: true);
            }
        };

        var result = Run("10%", 1, sources: 1);

        result.Status.ShouldBe(TrialStatus.Complete, result.Error);
        result.Repeats!.InDoubt.ShouldBe(Batch);
        result.Retries.ShouldBe(1);
        _target.Recoveries.ShouldBe(isIdempotent ? [] : [false]);
        result.Audit!.StoredRecords.ShouldBe(Records + (Records / 10) + Batch);
        result.AcknowledgedRecords.ShouldBe(Records);
    }

    [Fact]
    public void Run_SecondSendingGivenUp_LosesNothingOfTheFirst()
    {
        _target.Repeats = Repeats.KeepsBoth;
        var sent = new HashSet<(int, long)>();
        _target.BeforeWrite = (batch, _) =>
        {
            if (!sent.Add((batch.Source, batch.FirstSequence)))
            {
                throw new BatchWriteException("No more.", isTransient: false, isAmbiguous: true);
            }
        };

        var result = Run("10%", 1, sources: 1);

        result.Status.ShouldBe(TrialStatus.Incomplete);
        result.Audit!.Passed.ShouldBeTrue(string.Join("; ", result.Audit.Findings));
        result.FailedRecords.ShouldBe(0);
        result.Repeats!.InDoubt.ShouldBe(Batch);
    }

    /// <summary>A target that does not say what it keeps cannot be audited.</summary>
    [Fact]
    public void Run_TargetThatSaysNothing_IsIncomplete()
    {
        var result = Run("10%", 1);
        result.Status.ShouldBe(TrialStatus.Incomplete);
        result.Error.ShouldNotBeNull().ShouldContain("does not say what it stores");
    }

    [Fact]
    public void Run_DisorderAndDuplicates_AreAudited()
    {
        _target.Repeats = Repeats.KeepsBoth;
        var result = Run("10%", 2, disorder: "10%:50ms");
        result.Status.ShouldBe(TrialStatus.Complete, result.Error);
        _target.Rows.Where(row => row.Source == 0).Zip(_target.Rows.Where(row => row.Source == 0).Skip(1))
            .Count(pair => pair.Second.Timestamp < pair.First.Timestamp).ShouldBeGreaterThan(50);
    }

    [Fact]
    public void Run_RecordLostInTheDisorder_IsFound()
    {
        _target.OnSettle = () => _target.Forget(1);
        var result = Run("none", 1, disorder: "10%:50ms");
        result.Status.ShouldBe(TrialStatus.Invalid);
        result.Audit!.MissingRecords.ShouldBe(1);
    }

    /// <summary>A store that puts late records back where they came from has altered what was sent.</summary>
    [Fact]
    public void Run_StoreOfTheRecordsInOrder_IsFound()
    {
        using var ordered = new CountingWorkload();
        var result = Run("none", 1, disorder: "10%:50ms", sends: ordered);
        result.Status.ShouldBe(TrialStatus.Invalid);
        result.Error.ShouldNotBeNull().ShouldContain("the content differs");
    }

    private TrialResult Run(string duplicates, int inFlight, int sources = Sources, string? disorder = null,
        IWorkload? sends = null)
    {
        Duplicates.TryParse(duplicates, out var share).ShouldBeTrue();
        Disorder.TryParse(disorder ?? "none", out var late).ShouldBeTrue();
        using var ordered = new CountingWorkload();
        var point = Points.Of(sources, Records, Batch, inFlight) with { Duplicates = share, Disorder = late };
        var workload = new StreamWorkloads().Of(ordered, point, seed: 3, Records);
        return new TrialRunner(new IngestPipeline(), new RetryOptions(3, TimeSpan.FromMilliseconds(1)), new SilentObserver())
        {
            IsMeasured = false,
            Seed = 3,
        }.Run(Points.Trial(point), _target, sends ?? workload, new(workload), keepData: true, CancellationToken.None);
    }
}
