using System.Globalization;
using System.Numerics;
using System.Text;

namespace DbIngest.Wire.Tests;

public sealed class ShortestDoubleTests
{
    [Theory]
    [InlineData(0, "0")]
    [InlineData(1, "1")]
    [InlineData(-230, "-230")]
    [InlineData(0.1, "0.1")]
    [InlineData(230.125, "230.125")]
    [InlineData(1e16, "10000000000000000")]
    [InlineData(1e17, "1E17")]
    [InlineData(0.00012, "0.00012")]
    [InlineData(0.000012, "0.000012")]
    [InlineData(-0.0000012, "-1.2E-6")]
    [InlineData(double.Epsilon, "5E-324")]
    [InlineData(double.MaxValue, "1.7976931348623157E308")]
    [InlineData(-2.2250738585072014E-308, "-2.2250738585072014E-308")]
    [InlineData(9007199254740993, "9007199254740992")]
    public void Write_Number_IsTheShortestText(double value, string text) => Written(value).ShouldBe(text);

    /// <summary>
    /// Every bit comes back, and no text is longer than .NET's shortest: over random bits, powers of two and ten, and what lies
    /// beside them.
    /// </summary>
    [Fact]
    public void Write_AnyNumber_IsReadBackBitForBitAndNoLongerThanNeeded()
    {
        ulong bits = 17;
        for (int i = 0; i < 100_000; i++)
        {
            // Knuth's linear congruential generator: all bits come to be exponents, signs and last places.
            bits = BitOperations.RotateLeft((bits * 6364136223846793005UL) + 1442695040888963407UL, 23);
            Check(BitConverter.UInt64BitsToDouble(bits));
            Check(bits % 1_000_000 / 1000.0);
            Check(200 + (60 * (bits >> 11) * Math.ScaleB(1, -53)));
        }

        for (int exponent = -1074; exponent < 1024; exponent++)
        {
            double power = Math.ScaleB(1, exponent);
            Check(power);
            Check(Math.BitIncrement(power));
            Check(Math.BitDecrement(power));
        }

        for (int exponent = -323; exponent <= 308; exponent++)
        {
            double power = double.Parse($"1E{exponent}", CultureInfo.InvariantCulture);
            Check(power);
            Check(Math.BitIncrement(power));
            Check(Math.BitDecrement(power));
        }
    }

    private static void Check(double value)
    {
        if (!double.IsFinite(value))
        {
            return;
        }

        string text = Written(value);
        double read = double.Parse(text, CultureInfo.InvariantCulture);
        (BitConverter.DoubleToInt64Bits(read) == BitConverter.DoubleToInt64Bits(value)).ShouldBeTrue(text);

        // The nearest number of one digit less is another.
        int digits = text.Split('E')[0].Where(char.IsAsciiDigit).Aggregate(string.Empty, (all, digit) => all + digit).Trim('0')
            .Length;
        if (digits > 1)
        {
            double shorter = double.Parse(
                value.ToString(string.Create(CultureInfo.InvariantCulture, $"E{digits - 2}"), CultureInfo.InvariantCulture),
                CultureInfo.InvariantCulture);
            (shorter == value).ShouldBeFalse(text);
        }
    }

    private static string Written(double value)
    {
        Span<byte> room = stackalloc byte[ShortestDouble.MostBytes];
        return Encoding.ASCII.GetString(room[..ShortestDouble.Write(value, room)]);
    }
}
