using DbIngest.Abstractions.Records;
using DbIngest.Targets.Null;
using FsCheck;
using FsCheck.Fluent;

namespace DbIngest.Targets.Tests.Null;

public sealed class SourceBookTests
{
    [Fact]
    public void TryAdd_RisingRanges_AreOne()
    {
        var book = new SourceBook(0, 1_000_000);

        for (int i = 0; i < 1000; i++)
        {
            book.TryAdd(new BookedRange(i * 100, 100, 1)).ShouldBeTrue();
        }

        book.ToArray().ShouldBe([new BookedRange(0, 100_000, 1000)]);
    }

    [Fact]
    public void TryAdd_LimitOfTheTrial_IsNotJoinedAcross()
    {
        var book = new SourceBook(0, 100);

        book.TryAdd(new BookedRange(100, 5, 1));
        book.TryAdd(new BookedRange(0, 100, 1));

        book.ToArray().Length.ShouldBe(2);
    }

    /// <summary>
    /// Ranges in any order, overlapping or not: no record and no hash is lost, and layers never overlap in themselves.
    /// </summary>
    [Fact]
    public void TryAdd_AnyRanges_KeepsEveryRecordAsOftenAsItCame() =>
        Prop.ForAll(
            ArbMap.Default.ArbFor<(byte First, byte Count)[]>(),
            added =>
            {
                var book = new SourceBook(3, 200);
                var came = new int[512];
                ulong sum = 0;
                foreach (var (first, count) in added)
                {
                    ulong hash = SplitMix64.Mix(first);
                    sum += count == 0 ? 0 : hash;
                    book.TryAdd(new BookedRange(first, count, hash)).ShouldBeTrue();
                    for (int i = first; i < first + count; i++)
                    {
                        came[i]++;
                    }
                }

                var booked = new int[512];
                ulong bookedSum = 0;
                foreach (var range in book.ToArray())
                {
                    bookedSum += range.Checksum;
                    (range.First >= 200 || range.End <= 200 || Straddles(added, 200)).ShouldBeTrue();
                    for (long i = range.First; i < range.End; i++)
                    {
                        booked[i]++;
                    }
                }

                booked.ShouldBe(came);
                bookedSum.ShouldBe(sum);
                return true;
            }).QuickCheckThrowOnFailure();

    private static bool Straddles((byte First, byte Count)[] added, int limit) =>
        added.Any(range => range.First < limit && range.First + range.Count > limit);
}
