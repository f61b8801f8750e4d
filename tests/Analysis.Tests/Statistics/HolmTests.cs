using DbIngest.Analysis.Statistics;

namespace DbIngest.Analysis.Tests.Statistics;

public class HolmTests
{
    // R: p.adjust(c(0.01, 0.04, 0.03, 0.005), "holm").
    [Fact]
    public void Adjust_FourValues_IsRsAnswer()
    {
        var adjusted = Holm.Adjust([0.01, 0.04, 0.03, 0.005]);
        double[] expected = [0.03, 0.06, 0.06, 0.02];
        for (int i = 0; i < expected.Length; i++)
        {
            adjusted[i].ShouldBe(expected[i], 1e-12);
        }
    }
}
