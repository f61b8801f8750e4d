using DbIngest.Abstractions.Records;
using DbIngest.Core.Operations.Shared;

namespace DbIngest.Core.Tests.Operations.Shared;

/// <summary>Which versions may be stored after writes whose times are known.</summary>
public sealed class WriteHistoryTests
{
    private static readonly VersionBits Bits = new(lanes: 4);

    [Fact]
    public void Allows_WriteThatEndedBeforeAnotherBegan_IsWrong()
    {
        var history = Of([new(5, Bits.Of(0, 1), 0, 10), new(5, Bits.Of(1, 1), 11, 20)]);

        history.Allows(5, Bits.Of(0, 1)).ShouldBeFalse();
        history.Allows(5, Bits.Of(1, 1)).ShouldBeTrue();
        history.Allows(5, 0).ShouldBeFalse();
        history.Allows(4, 0).ShouldBeTrue();
        history.Allows(4, Bits.Of(0, 1)).ShouldBeFalse();
    }

    [Fact]
    public void Allows_WritesThatOverlap_AreBothRight()
    {
        var history = Of([new(5, Bits.Of(0, 1), 0, 12), new(5, Bits.Of(1, 1), 11, 20)]);

        history.Allows(5, Bits.Of(0, 1)).ShouldBeTrue();
        history.Allows(5, Bits.Of(1, 1)).ShouldBeTrue();
    }

    [Fact]
    public void Allows_WriteGivenUp_IsRightBesideWhatWasThere()
    {
        var history = Of([new(5, Bits.Of(0, 1), LastWrite.Never, LastWrite.Always)]);
        history.Allows(5, 0).ShouldBeTrue();
        history.Allows(5, Bits.Of(0, 1)).ShouldBeTrue();

        history = Of([new(5, Bits.Of(0, 2), LastWrite.Never, LastWrite.Always), new(5, Bits.Of(0, 1), 0, 10)]);
        history.Allows(5, 0).ShouldBeFalse();
        history.Allows(5, Bits.Of(0, 1)).ShouldBeTrue();
    }

    [Fact]
    public void Allows_ClocksOfHosts_WidenWhatIsRight()
    {
        var history = new WriteHistory(10);
        history.Add([new(5, Bits.Of(0, 1), 0, 10)], clockError: 2);
        history.Add([new(5, Bits.Of(1, 1), 12, 20)]);
        history.Seal();
        history.Allows(5, Bits.Of(0, 1)).ShouldBeTrue();

        history = new WriteHistory(10);
        history.Add([new(5, Bits.Of(0, 1), 0, 10)], clockError: 1);
        history.Add([new(5, Bits.Of(1, 1), 12, 20)]);
        history.Seal();
        history.Allows(5, Bits.Of(0, 1)).ShouldBeFalse();
    }

    /// <summary>Times by a clock of unknown drift accuse nothing, and what was acknowledged is stored all the same.</summary>
    [Fact]
    public void Allows_ClockOfUnknownDrift_AnyOrderOfBothHosts()
    {
        var history = new WriteHistory(10);
        history.Add([new(5, Bits.Of(0, 1), 0, 10)], SharedLog.UnknownClock);
        history.Add([new(5, Bits.Of(1, 1), 1L << 50, (1L << 50) + 10)]);
        history.Add([new(6, Bits.Of(0, 1), 0, 10)], SharedLog.UnknownClock);
        history.Seal();

        history.Allows(5, Bits.Of(0, 1)).ShouldBeTrue();
        history.Allows(5, Bits.Of(1, 1)).ShouldBeTrue();
        history.Allows(5, 0).ShouldBeFalse();
        history.Allows(6, Bits.Of(0, 1)).ShouldBeTrue();
        history.Allows(6, 0).ShouldBeFalse();
    }

    /// <summary>Where the largest stamp of the client wins, it alone is right, whatever the times were.</summary>
    [Fact]
    public void Allows_Stamps_TheLargestExactly()
    {
        var history = Of(
        [
            new(5, Bits.Of(0, 3), 1001, 1001), new(5, Bits.Of(1, 1), 1003, 1003), new(5, Bits.Of(2, 7), 1002, 1002),
        ]);

        history.Allows(5, Bits.Of(1, 1)).ShouldBeTrue();
        history.Allows(5, Bits.Of(0, 3)).ShouldBeFalse();
        history.Allows(5, Bits.Of(2, 7)).ShouldBeFalse();
        history.Allows(5, 0).ShouldBeFalse();
    }

    /// <summary>
    /// Writes of lanes with simulated clocks, each of which takes effect somewhere between start and end: what is stored is never
    /// accused, and of what is not allowed no other order of effects would have stored it.
    /// </summary>
    [Fact]
    public void Allows_AnyOrderOfEffects_ExactlyThePossibleLastOnes()
    {
        var random = new SplitMix64(3);
        for (int i = 0; i < 20_000; i++)
        {
            var writes = new List<LastWrite>();
            var all = new List<LastWrite>();
            for (int lane = 0; lane < 4; lane++)
            {
                long now = random.NextBelow(50);
                int count = 0;
                for (; count < random.NextBelow(4); count++)
                {
                    long start = now + random.NextBelow(30);
                    now = start + 1 + random.NextBelow(30);
                    all.Add(new LastWrite(0, Bits.Of(lane, count + 1), start, now++));
                }

                if (count > 0)
                {
                    writes.Add(all[^1]);
                }
            }

            var history = Of(writes);
            history.Allows(0, 0).ShouldBe(all.Count == 0);
            foreach (var write in all)
            {
                // A write can be the last effect if and only if none began after it had ended.
                history.Allows(0, write.Version).ShouldBe(all.TrueForAll(other => other.Start <= write.End));
            }
        }
    }

    [Fact]
    public void Codec_LogsOfAProcess_ComeBackAsTheyWere()
    {
        LastWrite[] writes =
        [
            new(3, 1, -5, 7), new(3, 2, LastWrite.Never, LastWrite.Always), new(1L << 40, 0xffffff, 1L << 50, LastWrite.Always),
        ];
        WatchedOperation[] operations =
        [
            new(1087, true, 0xffffff, -1, LastWrite.Always, true), new(0, false, 0, 5, 6, false),
        ];

        SharedLogCodec.Writes(SharedLogCodec.Encode(writes)).ShouldBe(writes);
        SharedLogCodec.Operations(SharedLogCodec.Encode(operations)).ShouldBe(operations);
    }

    [Theory]
    [InlineData(1, 16_777_215)]
    [InlineData(2, 8_388_607)]
    [InlineData(32, 524_287)]
    [InlineData(33, 262_143)]
    [InlineData(65_536, 255)]
    public void MostWrites_Lanes_ShareTwentyFourBits(int lanes, int most)
    {
        var bits = new VersionBits(lanes);
        bits.MostWrites.ShouldBe(most);
        int last = bits.Of(lanes - 1, most);
        last.ShouldBeLessThan(1 << 24);
        (bits.LaneOf(last), bits.CountOf(last)).ShouldBe((lanes - 1, most));
        bits.IsPossible(0).ShouldBeFalse();
    }

    [Fact]
    public void TryBegin_RecordAtItsBound_EndsWithAMessage()
    {
        var bits = new VersionBits(65_536);
        var writes = new LaneWrites(bits, 3);
        for (int i = 0; i < 255; i++)
        {
            writes.TryBegin(9, out _).ShouldBeTrue();
        }

        writes.TryBegin(9, out _).ShouldBeFalse();
        writes.TryBegin(10, out _).ShouldBeTrue();
        bits.BoundMessage(1, 9).ShouldContain("record 9 of source 1 255 times");
    }

    private static WriteHistory Of(IReadOnlyList<LastWrite> writes)
    {
        var history = new WriteHistory(10);
        history.Add(writes);
        history.Seal();
        return history;
    }
}
