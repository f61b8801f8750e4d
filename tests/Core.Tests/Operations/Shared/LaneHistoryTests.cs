using DbIngest.Core.Operations;
using DbIngest.Core.Operations.Shared;

namespace DbIngest.Core.Tests.Operations.Shared;

/// <summary>What a lane keeps of shared records, and what it holds against a read.</summary>
public sealed class LaneHistoryTests
{
    private const int Table = 256 * 1024;

    private static readonly VersionBits Bits = new(lanes: 2);

    /// <summary>A version in a mix that updates nothing can be no lane's, and no test of atomicity is needed to see it.</summary>
    [Theory]
    [InlineData(true, 0)]
    [InlineData(false, 1)]
    public void Read_VersionOfAnotherLane_IsWrongWithoutUpdates(bool hasUpdates, int wrong)
    {
        var history = Of(hasUpdates);

        history.Read(3, Bits.Of(1, 1), 0, 10, seesOwn: true, isAtomic: true);
        history.Read(4, 0, 20, 30, seesOwn: true, isAtomic: true);

        history.WrongReads.ShouldBe(wrong);
        (history.FirstWrongRead?.Contains("which no lane can have written", StringComparison.Ordinal) ?? false)
            .ShouldBe(wrong == 1);
    }

    /// <summary>A trial may have 4,096 lanes. Those that only read and insert need no table of versions.</summary>
    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void New_WithoutUpdates_HasNoTableOfVersions(bool hasUpdates)
    {
        Of(hasUpdates);
        var (keys, watched) = Parts();
        long before = GC.GetAllocatedBytesForCurrentThread();

        var history = new LaneHistory(keys, watched, Bits, lane: 0, hasUpdates);

        long bytes = GC.GetAllocatedBytesForCurrentThread() - before;
        (bytes >= Table).ShouldBe(hasUpdates);
        GC.KeepAlive(history);
    }

    private static LaneHistory Of(bool hasUpdates)
    {
        var (keys, watched) = Parts();
        return new LaneHistory(keys, watched, Bits, lane: 0, hasUpdates);
    }

    private static (SharedKeys Keys, WatchedRecords Watched) Parts()
    {
        OperationMix.TryParse("read=1,keys=uniform:shared", out var mix).ShouldBeTrue();
        var keys = new SharedKeys(new OperationRequest(mix!, Seed: 1, Lanes: 2, Batch: 1, LoadedRecords: 100));
        return (keys, new WatchedRecords(keys, seed: 1));
    }
}
