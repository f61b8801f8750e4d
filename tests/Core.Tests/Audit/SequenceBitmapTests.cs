using DbIngest.Abstractions.Audit;
using FsCheck;
using FsCheck.Fluent;

namespace DbIngest.Core.Tests.Audit;

public sealed class SequenceBitmapTests
{
    [Fact]
    public void MarkAndMarkRange_AnyCalls_AgreeWithASet() =>
        Prop.ForAll(
            Gen.Choose(1, 400).SelectMany(length =>
                Gen.Choose(0, length - 1)
                    .SelectMany(first => Gen.Choose(1, length - first).Select(count => (first, count)))
                    .ListOf()
                    .Select(ranges => (length, ranges))).ToArbitrary(),
            input =>
            {
                var bitmap = new SequenceBitmap(input.length);
                var set = new HashSet<long>();
                foreach (var (first, count) in input.ranges)
                {
                    long repeated = Enumerable.Range(first, count).Count(s => !set.Add(s));
                    if (count == 1)
                    {
                        bitmap.Mark(first).ShouldBe(repeated == 0);
                    }
                    else
                    {
                        bitmap.MarkRange(first, count).ShouldBe(repeated);
                    }
                }

                bitmap.CountMarked().ShouldBe(set.Count);
                for (long from = 0; from < input.length; from++)
                {
                    long expected = from;
                    while (expected < input.length && set.Contains(expected))
                    {
                        expected++;
                    }

                    bitmap.FirstUnmarked(from).ShouldBe(expected);
                }
            }).QuickCheckThrowOnFailure();
}
