using DbIngest.Abstractions.Records;
using DbIngest.Core.Operations.Shared;

namespace DbIngest.Core.Tests.Operations.Shared;

/// <summary>Histories of one record, against every order that their operations may have had.</summary>
public sealed class AtomicityTestTests
{
    [Fact]
    public void Find_StaleRead_IsFound()
    {
        WatchedOperation[] history =
        [
            new(0, IsWrite: true, 1, 0, 10, false), new(0, IsWrite: true, 2, 20, 30, false),
            new(0, IsWrite: false, 1, 40, 50, false),
        ];

        AtomicityTest.Find(history, long.MaxValue).ShouldBe("version 1 was seen after version 2 had replaced it");
    }

    [Fact]
    public void Find_NewThenOldWhileTheWriteIsUnderWay_IsFound()
    {
        WatchedOperation[] history =
        [
            new(0, IsWrite: true, 1, 0, 100, false), new(0, IsWrite: false, 1, 10, 20, false),
            new(0, IsWrite: false, 0, 30, 40, false),
        ];

        AtomicityTest.Find(history, long.MaxValue)!.ShouldContain("seen after");
    }

    [Fact]
    public void Find_ReadBeforeTheWriteBegan_IsFound() =>
        AtomicityTest.Find([new(0, true, 1, 50, 60, false), new(0, false, 1, 10, 20, false)], long.MaxValue)!
            .ShouldContain("ended 30 ticks before the write began");

    [Fact]
    public void Find_VersionOfNobody_IsFoundUnlessTheLogIsCut()
    {
        WatchedOperation[] history = [new(0, false, 7, 10, 20, false)];

        AtomicityTest.Find(history, long.MaxValue)!.ShouldContain("no lane has written");
        AtomicityTest.Find(history, 100).ShouldBeNull();
    }

    [Fact]
    public void Find_WriteThatTookEffectTwice_IsNotAccused()
    {
        // Write 1 takes effect at 15 and, tried again, at 45; write 2 between.
        WatchedOperation[] history =
        [
            new(0, true, 1, 0, 50, IsRepeated: true), new(0, false, 1, 16, 20, false), new(0, true, 2, 22, 30, false),
            new(0, false, 2, 31, 35, false), new(0, false, 1, 46, 60, false),
        ];

        AtomicityTest.Find(history, long.MaxValue).ShouldBeNull();
        AtomicityTest.Find([history[0] with { IsRepeated = false }, .. history[1..]], long.MaxValue).ShouldNotBeNull();
    }

    [Fact]
    public void Find_WriteGivenUp_MayTakeEffectLateOrNever()
    {
        AtomicityTest.Find([new(0, true, 1, 0, LastWrite.Always, false), new(0, false, 0, 90, 99, false)], long.MaxValue)
            .ShouldBeNull();
        AtomicityTest.Find([new(0, true, 1, 0, LastWrite.Always, false), new(0, false, 1, 90, 99, false)], long.MaxValue)
            .ShouldBeNull();
    }

    /// <summary>
    /// Of 20,000 histories of up to six operations with any answers, exactly those pass that some order explains.
    /// </summary>
    [Fact]
    public void Find_AnySmallHistory_AgreesWithEveryOrder()
    {
        var random = new SplitMix64(7);
        int atomic = 0;
        for (int i = 0; i < 20_000; i++)
        {
            var history = Draw(ref random);
            bool isAtomic = HasOrder(history, 0, new bool[history.Length]);
            atomic += isAtomic ? 1 : 0;

            (AtomicityTest.Find(history, long.MaxValue) is null).ShouldBe(isAtomic, string.Join(" ", history));
        }

        atomic.ShouldBeInRange(2_000, 18_000);
    }

    private static WatchedOperation[] Draw(ref SplitMix64 random)
    {
        int writes = 1 + random.NextBelow(3);
        int reads = 1 + random.NextBelow(3);
        var history = new WatchedOperation[writes + reads];
        for (int i = 0; i < history.Length; i++)
        {
            // Times of which no two are equal: the theorem is about such, and ties count as overlapping.
            long start = (random.NextBelow(40) * 16) + i;
            long end = start + (random.NextBelow(20) * 16) + 8;
            history[i] = i < writes ? new(0, true, i + 1, start, end, false)
                : new(0, false, random.NextBelow(writes + 1), start, end, false);
        }

        return history;
    }

    /// <summary>Whether the operations left have an order: tries each that no other one left precedes.</summary>
    private static bool HasOrder(WatchedOperation[] history, int stored, bool[] done)
    {
        bool isEnd = true;
        for (int i = 0; i < history.Length; i++)
        {
            if (done[i])
            {
                continue;
            }

            isEnd = false;
            var next = history[i];
            bool isFirst = !history.Where((other, j) => !done[j] && other.End < next.Start).Any();
            if (isFirst && (next.IsWrite || next.Version == stored))
            {
                done[i] = true;
                bool has = HasOrder(history, next.IsWrite ? next.Version : stored, done);
                done[i] = false;
                if (has)
                {
                    return true;
                }
            }
        }

        return isEnd;
    }
}
