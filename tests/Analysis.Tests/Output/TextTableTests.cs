using DbIngest.Analysis.Output;
using DbIngest.Analysis.Tests.Report;

namespace DbIngest.Analysis.Tests.Output;

public class TextTableTests
{
    private static readonly TextTable Whole = SummaryTable.Of(Reported.Sweep.Summary);

    [Theory]
    [InlineData(79)]
    [InlineData(119)]
    [InlineData(199)]
    public void Fit_Width_HoldsTheTableAndSaysWhatIsLeftOut(int width)
    {
        const int between = 3;
        var table = Whole.Fit(width, between);
        table.Widths.SkipLast(1).Sum(column => column + between).ShouldBeLessThan(width);
        string[] leftOut = [.. Whole.Headers.Except(table.Headers)];
        table.Headers.ShouldContain("records/s");
        table.Headers.ShouldContain("audit");
        leftOut.ShouldAllBe(name => table.Notes[0].Contains(name, StringComparison.Ordinal));
        table.Rows.ShouldAllBe(row => row.Count == table.Headers.Count);
    }

    [Fact]
    public void Fit_RoomForAll_IsTheSame() => Whole.Fit(1000, 3).ShouldBeSameAs(Whole);

    [Fact]
    public void ToBlocks_AnyWidth_HasEveryFigureWithinIt()
    {
        string text = (Whole with { Notes = [] }).ToBlocks(50);
        text.ShouldContain("records/s");
        text.Split('\n').Skip(1).ShouldAllBe(line => line.Length <= 60);
    }
}
