using DbIngest.Abstractions.Targets;
using DbIngest.Analysis.Advise;
using DbIngest.Analysis.Summary;
using DbIngest.Analysis.Tests.Fakes;
using DbIngest.Core.Plan;
using DbIngest.Core.Results;

namespace DbIngest.Analysis.Tests.Advise;

/// <summary>
/// Disk space of an advice from sweeps that tell little, or several things. A fake sweep has 2 sources, and stores 108 bytes a
/// record and 20,000 beside them.
/// </summary>
public class AdviceDiskTests
{
    /// <summary>
    /// One line ends at 200,000 records of 108 bytes. The other has more sizes, of 208 bytes, and ends at 60,000 records.
    /// </summary>
    [Fact]
    public void Of_TwoLinesOfASweep_TakesRecordsAndSlopeOfOne()
    {
        var sweep = new FakeSweep
        {
            Places =
            [
                .. new FakeSweep { Records = [10_000, 20_000, 30_000], At = point => point with { Batch = 7 } }.Points,
                .. new FakeSweep().Points,
            ],
            Trial = trial => trial.Point.Batch == 7 ? WithData(trial, net => net.DataBytes + (100 * trial.AcknowledgedRecords))
                : trial,
        };
        var store = StoreOf(sweep);
        store.MostStoredRecords.ShouldBe(200_000);
        store.BytesPerRecord.ShouldNotBeNull().ShouldBe(108, 1e-6);
        store.Weakest.ShouldContain(
            "Disk: of 2 sweeps over sizes of this store the one that stored most records counts, with batch 1000.");
    }

    [Fact]
    public void Of_OneLine_SaysNothingOfOthers() =>
        StoreOf(new FakeSweep()).Weakest.ShouldNotContain(weak => weak.StartsWith("Disk: of ", StringComparison.Ordinal));

    /// <summary>
    /// The run that measured them ended with exit code 4, and so does the advice, as something is not measured.
    /// </summary>
    [Fact]
    public void Of_TrialThatFailed_IsNotMeasured() => StoreOf(new FakeSweep
    {
        Trial = trial => trial.Trial == 5 && trial.Point.RecordsPerSource == 100_000
            ? trial with { Status = TrialStatus.Incomplete } : trial,
    }).NotMeasured.ShouldContain("The whole disk space: 1 trial of its sizes failed or did not run.");

    [Fact]
    public void Of_OneSizeThatCouldBeMeasured_SaysWhyTheOthersWereNot()
    {
        var store = StoreOf(new FakeSweep
        {
            Trial = trial => trial.Point.RecordsPerSource == 100_000
                ? trial with { Status = TrialStatus.Incomplete, Error = "The disk is full." } : trial,
        });
        store.DiskBytes.ShouldBeNull();
        store.NotMeasured.ShouldContain(what =>
            what.StartsWith("The disk space: too few sizes were measured. ", StringComparison.Ordinal)
            && what.EndsWith("The disk is full.", StringComparison.Ordinal));
    }

    /// <summary>Its 0 bytes had been the disk space of the store.</summary>
    [Fact]
    public void Of_ServerThatDoesNotTellItsSpace_IsNotMeasured()
    {
        var store = StoreOf(new FakeSweep
        {
            Trial = trial => trial with
            {
                Space = trial.Space! with { Net = trial.Space.Net with { DataBytes = 0, IndexBytes = 0 }, BytesPerRecord = 0 },
            },
        });
        store.DiskBytes.ShouldBeNull();
        store.NotMeasured.ShouldContain("The disk space: the server does not tell it.");
    }

    /// <summary>A file of 100 MB that is made in advance is 82 % of the line at 200,000 records: 100.02 of 121.62 MB.</summary>
    [Fact]
    public void Of_FilesMadeInAdvance_SaysTheirShare() =>
        StoreOf(new FakeSweep { Trial = trial => WithData(trial, net => net.DataBytes + 100_000_000) }).Weakest
            .ShouldContain(weak => weak.StartsWith("Disk: 82 % of the bytes at the largest size", StringComparison.Ordinal));

    /// <summary>
    /// All sizes fit into what is made in advance, and larger ones store as much or less. A line that falls had given a negative
    /// disk space for the records of a year.
    /// </summary>
    [Theory]
    [InlineData(0L)]
    [InlineData(1L)]
    public void Of_SizesThatTakeNoMore_IsNotMeasured(long less)
    {
        var store = StoreOf(new FakeSweep
        {
            Trial = trial => WithData(trial, net => 16_000_000 - net.IndexBytes - (less * trial.AcknowledgedRecords)),
        });
        store.DiskBytes.ShouldBeNull();
        store.BytesPerRecord.ShouldBeNull();
        store.NotMeasured.ShouldContain(
            "The disk space: larger sizes take no more of it, as files that are made in advance do. Give larger --records.");
    }

    /// <summary>
    /// 100 bytes a record in files of 16 MiB: the four sizes take 1, 2, 2 and 3 of them in all of their ten trials. The figures
    /// are those of Python/lack_of_fit.py. Forty trials as independent ones would give +-11.
    /// </summary>
    [Fact]
    public void Of_SizesInWholeFiles_HasTheIntervalOfTheSizes()
    {
        const long file = 16 << 20;
        var sizes = new FakeSweep
        {
            Records = [50_000, 100_000, 150_000, 200_000],
            Trial = trial => WithData(trial, net => (((100 * trial.AcknowledgedRecords / file) + 1) * file) - net.IndexBytes),
        };
        var store = StoreOf(sizes);
        store.BytesPerRecord.ShouldNotBeNull().ShouldBe(100.663296, 1e-6);
        var interval = store.IntervalBytesPerRecord.ShouldNotBeNull();
        ((interval.High - interval.Low) / 2).ShouldBe(102.08717571462837, 1e-4);
        store.IntervalDiskBytes.ShouldNotBeNull().HalfWidthShareOf(store.DiskBytes!.Value).ShouldBeGreaterThan(0.9);
        store.Weakest.ShouldContain(weak => weak.StartsWith("Disk: the 4 sizes lie off one line", StringComparison.Ordinal));
        store.Weakest.ShouldContain(weak => weak.StartsWith("Disk: the interval of bytes a record reaches 0",
            StringComparison.Ordinal));

        // What every summary publishes is the interval of trials, as before.
        var published = sizes.Summary.Points[0].SpaceSlope!.IntervalBytesPerRecord.ShouldNotBeNull();
        ((published.High - published.Low) / 2).ShouldBeInRange(10, 12);
    }

    [Fact]
    public void Of_SizesOnOneLine_KeepTheIntervalOfTrials()
    {
        var sizes = new FakeSweep
        {
            Records = [50_000, 100_000, 150_000],
            Trial = trial => WithData(trial, net => net.DataBytes + (trial.Trial % 2 * 1000)),
        };
        var store = StoreOf(sizes);
        store.IntervalBytesPerRecord.ShouldBe(sizes.Summary.Points[0].SpaceSlope!.IntervalBytesPerRecord);
        store.Weakest.ShouldNotContain(weak => weak.Contains("off one line", StringComparison.Ordinal));
    }

    /// <summary>A result of two stores, one of them on another machine.</summary>
    [Fact]
    public void Of_StoreOnAnotherMachine_SharedNothing()
    {
        var sweep = new FakeSweep
        {
            Databases = ["sqlite", "postgres"],
            Target = target => target.Database == "sqlite" ? target : target with { Placement = "remote" },
        };
        Stores(sweep).Select(store => store.Weakest.Any(weak => weak.StartsWith("One machine", StringComparison.Ordinal)))
            .ShouldBe([true, false]);
    }

    private static TrialResult WithData(TrialResult trial, Func<DiskSpace, long> bytes) => trial with
    {
        Space = trial.Space! with { Net = trial.Space.Net with { DataBytes = bytes(trial.Space.Net) } },
    };

    private static StoreAdvice StoreOf(FakeSweep sweep) => Stores(sweep).ShouldHaveSingleItem();

    private static IReadOnlyList<StoreAdvice> Stores(FakeSweep sweep)
    {
        var limit = SearchLimit.TryParse("p99:100ms", out var read) ? read : throw new ArgumentException("limit");
        return Advice.Of(new AdviceRequest(100, "1y", 31_536_000, limit),
            [new StoredResult("folder", sweep.Manifest, sweep.Summary)], new Dictionary<string, string>()).Stores;
    }
}
