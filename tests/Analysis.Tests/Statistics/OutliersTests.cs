using DbIngest.Analysis.Statistics;

namespace DbIngest.Analysis.Tests.Statistics;

public class OutliersTests
{
    [Fact]
    public void Flag_OneFarValue_IsTheOnlyOne() =>
        Outliers.Flag([1.0, 1.1, 0.9, 1.05, 9, 0.95]).ShouldBe([false, false, false, false, true, false]);

    [Fact]
    public void Flag_MoreThanHalfEqual_StillFindsTheFarOne() =>
        Outliers.Flag([1, 1, 1, 1, 1, 1, 1, 1, 1, 5]).ShouldBe([.. Enumerable.Repeat(false, 9), true]);

    [Fact]
    public void Flag_Constant_FindsNone() => Outliers.Flag([1, 1, 1, 1]).ShouldAllBe(outlier => !outlier);

    [Fact]
    public void Flag_ThreeValues_FindsNone() => Outliers.Flag([1, 1, 100]).ShouldAllBe(outlier => !outlier);
}
