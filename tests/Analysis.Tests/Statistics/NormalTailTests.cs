using DbIngest.Analysis.Statistics;
using MathNet.Numerics;

namespace DbIngest.Analysis.Tests.Statistics;

public class NormalTailTests
{
    [Fact]
    public void Above_OverTheWholeTail_IsErfc()
    {
        for (int i = 0; i <= 3700; i++)
        {
            double z = i / 100.0;

            // A rounding of z^2 / 2 alone is as much of its exponential.
            double error = 1e-15 * (4 + (z * z / 4));
            (NormalTail.Above(z) / (SpecialFunctions.Erfc(z / Math.Sqrt(2)) / 2)).ShouldBe(1, error, $"z = {z}");
        }
    }

    /// <summary>Abramowitz, Stegun, "Handbook of Mathematical Functions", 1964, table 26.2: Q(x), and -log Q(x).</summary>
    [Theory]
    [InlineData(0, 0.5)]
    [InlineData(1, 0.158655253931457)]
    [InlineData(2, 0.022750131948179)]
    public void Above_PrintedTable_IsReproduced(double z, double tail) => NormalTail.Above(z).ShouldBe(tail, 1e-15);

    [Fact]
    public void Above_FarOut_IsZero()
    {
        NormalTail.Above(40).ShouldBe(0);
        NormalTail.Above(double.PositiveInfinity).ShouldBe(0);
    }
}
