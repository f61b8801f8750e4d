using System.Diagnostics;
using DbIngest.Core.Pipeline;
using DbIngest.Core.Plan;

namespace DbIngest.Core.Tests.Pipeline;

/// <summary>
/// What an open loop offers and achieves, on a clock that the test turns: a batch of 10 records each 10 ms, for 95 ms.
/// </summary>
public sealed class SourceCursorRateTests
{
    private static readonly long Millisecond = Stopwatch.Frequency / 1000;

    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(3)]
    [InlineData(4)]
    public void Rates_EquallySpacedAndKeptUpWith_AchieveWhatWasOffered(int seed)
    {
        var cursor = Cursor("1000", (ulong)seed);
        long taken = TakeAll(cursor, out long last);
        cursor.Rates(taken, last + Millisecond).ShouldBe((1000.0, 1000.0));
    }

    [Fact]
    public void Rates_NoneDueInTheTime_LoseNothing() =>
        new SourceCursor(1000, 10, Arrivals("10", 1), durationTicks: 1).Rates(0, 0).ShouldBe((10.0, 10.0));

    [Fact]
    public void Rates_LastAcknowledgementTwiceAsLate_AchieveHalf()
    {
        var cursor = Cursor("1000", 1);
        long taken = TakeAll(cursor, out _);
        long first = new ArrivalProcess(Rate("1000"), 1, 10, 1, 0).Next;
        var rates = cursor.Rates(taken, first + (2 * taken * Millisecond));
        rates!.Value.Offered.ShouldBe(1000);
        rates.Value.Achieved.ShouldBe(500, 0.01);
    }

    [Fact]
    public void Rates_Poisson_CountWhatArrivedOverTheTime()
    {
        var cursor = Cursor("1000:poisson", 3);
        long taken = TakeAll(cursor, out long last);
        var rates = cursor.Rates(taken, last);
        rates!.Value.Offered.ShouldBe(taken / 0.095, 0.01);
        rates.Value.Achieved.ShouldBe(rates.Value.Offered, 0.01);
    }

    [Fact]
    public void Rates_PoissonNeverTaken_AreOfferedAndNotAchieved()
    {
        var cursor = Cursor("1000:poisson", 3);
        long arrived = TakeAll(Cursor("1000:poisson", 3), out _);
        cursor.TryTake(0, out _).ShouldBeTrue();
        var rates = cursor.Rates(10, 95 * Millisecond);
        rates!.Value.Offered.ShouldBe(arrived / 0.095, 0.01);
        rates.Value.Achieved.ShouldBe(10 / 0.095, 0.01);
    }

    [Fact]
    public void Rates_ClosedLoop_HaveNone() => new SourceCursor(100, 10, null, long.MaxValue).Rates(100, 1).ShouldBeNull();

    [Fact]
    public void Backlog_RecordsThatEnd_HasNoBatchBeyondThem()
    {
        var cursor = new SourceCursor(25, 10, Arrivals("1000", 1), durationTicks: long.MaxValue);
        cursor.TryTake(1000 * Millisecond, out _).ShouldBeTrue();

        cursor.LargestBacklog.ShouldBe(2, "25 records are 3 batches, and a lane has one of them");
        cursor.Backlog(2000 * Millisecond).ShouldBe(2);
    }

    private static SourceCursor Cursor(string rate, ulong seed) => new(1_000_000, 10, Arrivals(rate, seed), 95 * Millisecond);

    private static ArrivalProcess Arrivals(string rate, ulong seed) => new(Rate(rate), 1, 10, seed, 0);

    private static ArrivalRate Rate(string text) => ArrivalRate.TryParse(text, out var rate) ? rate
        : throw new ArgumentException(text);

    private static long TakeAll(SourceCursor cursor, out long last)
    {
        long taken = 0;
        last = 0;
        while (cursor.TryTake(last, out var turn))
        {
            taken += turn.Count;
            last = turn.Due;
        }

        return taken;
    }
}
