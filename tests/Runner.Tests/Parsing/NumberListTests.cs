using DbIngest.Runner.Parsing;
using FsCheck;
using FsCheck.Fluent;

namespace DbIngest.Runner.Tests.Parsing;

public class NumberListTests
{
    [Theory]
    [InlineData("1000", new long[] { 1000 })]
    [InlineData("1000,5000", new long[] { 1000, 5000 })]
    [InlineData("5000, 1000", new long[] { 5000, 1000 })]
    [InlineData("10000..30000/10000", new long[] { 10000, 20000, 30000 })]
    [InlineData("10k..30k/10k", new long[] { 10000, 20000, 30000 })]
    [InlineData("1..4", new long[] { 1, 2, 3, 4 })]
    [InlineData("1..10/4,1M", new long[] { 1, 5, 9, 1000000 })]
    [InlineData("7..7/3", new long[] { 7 })]
    public void TryParse_ListOrRange_YieldsNumbersInOrder(string text, long[] expected)
    {
        NumberList.TryParse(text, 1, 1_000_000_000, out var numbers, out string problem).ShouldBeTrue(problem);
        numbers.ShouldBe(expected);
    }

    [Theory]
    [InlineData("", "not a whole number")]
    [InlineData("1,", "not a whole number")]
    [InlineData("-1", "-1 is out of range; it is 1 to 1,000,000,000")]
    [InlineData("1.5", "not a whole number")]
    [InlineData("0", "out of range")]
    [InlineData("1G,2G", "out of range")]
    [InlineData("5,5", "twice")]
    [InlineData("1..3,2", "twice")]
    [InlineData("30000..10000/10000", "write 10000..30000/10000")]
    [InlineData("1..5/0", "step")]
    [InlineData("1../5", "not a range")]
    [InlineData("..5", "not a range")]
    [InlineData("10000..330000", "at most 1,000")]
    [InlineData("0..9223372036854775807/1", "at most 1,000")]
    [InlineData("99999999999999999999", "not a whole number")]
    [InlineData("9223372036854775807k", "not a whole number")]
    public void TryParse_BadText_SaysWhatIsWrong(string text, string problem)
    {
        NumberList.TryParse(text, 1, 1_000_000_000, out _, out string said).ShouldBeFalse();
        said.ShouldContain(problem);
    }

    [Fact]
    public void TryParse_AnyRange_EqualsItsArithmeticSequence()
    {
        var ranges = from first in Gen.Choose(1, 100_000)
                     from step in Gen.Choose(1, 5_000)
                     from count in Gen.Choose(1, 200)
                     from rest in Gen.Choose(0, 4_999)
                     select (first, step, count, rest: rest % step);
        Prop.ForAll(ranges.ToArbitrary(), r =>
        {
            long last = r.first + ((long)(r.count - 1) * r.step);
            NumberList.TryParse($"{r.first}..{last + r.rest}/{r.step}", 1, long.MaxValue, out var numbers, out string problem)
                .ShouldBeTrue(problem);
            numbers.ShouldBe(Enumerable.Range(0, r.count).Select(i => r.first + ((long)i * r.step)));
        }).QuickCheckThrowOnFailure();
    }

    [Fact]
    public void TryParse_AnyDistinctList_YieldsItAgain() =>
        Prop.ForAll(Gen.NonEmptyListOf(Gen.Choose(1, int.MaxValue)).ToArbitrary(), list =>
        {
            int[] distinct = [.. list.Distinct().Take(1000)];
            NumberList.TryParse(string.Join(',', distinct), 1, int.MaxValue, out var numbers, out string problem)
                .ShouldBeTrue(problem);
            numbers.ShouldBe(distinct.Select(n => (long)n));
        }).QuickCheckThrowOnFailure();

    [Fact]
    public void TryParse_AnyText_NeverThrowsAndNeverLeavesTheBounds() =>
        Prop.ForAll(Gen.ArrayOf(Gen.Elements("0123456789,./kMG- ".ToCharArray())).ToArbitrary(), characters =>
        {
            if (NumberList.TryParse(new string(characters), 1, 5_000, out var numbers, out string problem))
            {
                numbers.ShouldNotBeEmpty();
                numbers.ShouldAllBe(n => n >= 1 && n <= 5_000);
                numbers.ShouldBeUnique();
            }
            else
            {
                problem.ShouldNotBeEmpty();
            }
        }).QuickCheckThrowOnFailure();
}
