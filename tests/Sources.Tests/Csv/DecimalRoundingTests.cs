using System.Globalization;
using DbIngest.Abstractions.Records;
using DbIngest.Sources.Csv;

namespace DbIngest.Sources.Tests.Csv;

/// <summary>Against the framework's parser, which is correctly rounded.</summary>
public class DecimalRoundingTests
{
    [Fact]
    public void TryRound_RandomDigitsAndPowers_TheFrameworksDouble()
    {
        var random = new SplitMix64(20_260_101);
        int undecided = 0;
        for (int i = 0; i < 100_000; i++)
        {
            Check(random.Next() >> random.NextBelow(64), random.NextBelow(660) - 345, ref undecided);
        }

        // Subnormal and overflowing numbers are about a tenth of these.
        undecided.ShouldBeLessThan(20_000);
    }

    [Fact]
    public void TryRound_ShortestDigitsOfRandomDoubles_SameDouble()
    {
        var random = new SplitMix64(7);
        int undecided = 0;
        for (int i = 0; i < 100_000; i++)
        {
            double value = Math.Abs(BitConverter.UInt64BitsToDouble(random.Next()));
            if (!double.IsNormal(value))
            {
                continue;
            }

            string text = value.ToString("E16", CultureInfo.InvariantCulture);
            int mark = text.IndexOf('E', StringComparison.Ordinal);
            Check(ulong.Parse(text[..1] + text[2..mark], CultureInfo.InvariantCulture),
                int.Parse(text[(mark + 1)..], CultureInfo.InvariantCulture) - 16, ref undecided);
        }

        undecided.ShouldBeLessThan(1000);
    }

    [Theory]
    [InlineData(9007199254740993, 0)]
    [InlineData(9007199254740995, 0)]
    [InlineData(9007199254740993, 1)]
    [InlineData(4503599627370497, -1)]
    [InlineData(45035996273704985, -1)]
    [InlineData(45035996273704975, -1)]
    [InlineData(22250738585072014, -324)]
    [InlineData(17976931348623157, 292)]
    [InlineData(17976931348623159, 292)]
    [InlineData(ulong.MaxValue, 289)]
    [InlineData(ulong.MaxValue, -342)]
    [InlineData(0, 400)]
    [InlineData(1, -400)]
    public void TryRound_HalfWayAndExtremes_TheFrameworksDoubleOrUndecided(ulong digits, int power)
    {
        int undecided = 0;
        Check(digits, power, ref undecided);
    }

    private static void Check(ulong digits, int power, ref int undecided)
    {
        string text = string.Create(CultureInfo.InvariantCulture, $"{digits}e{power}");
        if (DecimalRounding.TryRound(digits, power, out double value))
        {
            value.ShouldBe(double.Parse(text, CultureInfo.InvariantCulture), text);
        }
        else
        {
            undecided++;
        }
    }
}
