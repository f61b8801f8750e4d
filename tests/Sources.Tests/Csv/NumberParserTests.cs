using System.Globalization;
using System.Text;
using DbIngest.Abstractions.Records;
using DbIngest.Sources.Csv;
using FsCheck;
using FsCheck.Fluent;

namespace DbIngest.Sources.Tests.Csv;

public class NumberParserTests
{
    [Fact]
    public void TryParse_AnyDouble_SameBitsAsFramework() =>
        Prop.ForAll(Gen.Two(Gen.Choose(int.MinValue, int.MaxValue)).ToArbitrary(), Gen.Elements("R", "E16", "E5", "F3", "G9")
            .ToArbitrary(), (halves, format) =>
        {
            double value = BitConverter.Int64BitsToDouble(((long)halves.Item1 << 32) | (uint)halves.Item2);
            return !double.IsFinite(value) || Same(value.ToString(format, CultureInfo.InvariantCulture));
        }).Check(Config.QuickThrowOnFailure.WithMaxTest(5_000));

    [Fact]
    public void TryParse_AnyDecimalText_SameBitsAsFramework()
    {
        var digits = Gen.Choose(0, 9).Select(digit => (char)('0' + digit)).ArrayOf().Select(chars => new string(chars));
        var numbers =
            from sign in Gen.Elements("", "-", "+")
            from whole in digits
            from fraction in Gen.OneOf(Gen.Constant(""), digits.Select(text => "." + text))
            from exponent in Gen.OneOf(Gen.Constant(""), Gen.Choose(-340, 340).Select(power => $"e{power}"), Gen.Choose(0, 30)
                .Select(power => $"E+{power}"))
            select sign + whole + fraction + exponent;
        Prop.ForAll(numbers.ToArbitrary(), Same).Check(Config.QuickThrowOnFailure.WithMaxTest(20_000));
    }

    [Fact]
    public void ParseShort_AnyText_SameAsParseOrLeftToIt()
    {
        var random = new SplitMix64(5);
        byte[] alphabet = "0123456789012345678901234567890123456789....--+eE,;\n\xff"u8.ToArray();
        byte[] text = new byte[24];
        int taken = 0;
        for (int i = 0; i < 200_000; i++)
        {
            foreach (ref byte place in text.AsSpan())
            {
                place = alphabet[random.NextBelow(alphabet.Length)];
            }

            text[^1] = (byte)'\n';
            int length = NumberParser.ParseShort(ref text[0], (byte)'.', out double value);
            if (length > 0)
            {
                NumberParser.Parse(text, (byte)'.', out double expected).ShouldBe(length, Encoding.Latin1.GetString(text));
                BitConverter.DoubleToInt64Bits(value)
                    .ShouldBe(BitConverter.DoubleToInt64Bits(expected), Encoding.Latin1.GetString(text));
                taken++;
            }
        }

        taken.ShouldBeGreaterThan(50_000);
    }

    [Theory]
    [InlineData("9007199254740993")]
    [InlineData("9007199254740992")]
    [InlineData("0.1")]
    [InlineData("123456789012345678901234567890")]
    [InlineData("1e22")]
    [InlineData("1e23")]
    [InlineData("8.988465674311580536566680e307")]
    [InlineData("2.2250738585072011e-308")]
    [InlineData("4.9e-324")]
    [InlineData("0.000000000000000000000000000000000000001")]
    [InlineData("00000000000000000000000000000000000001.5")]
    [InlineData("5.")]
    [InlineData(".5")]
    public void TryParse_HardCase_SameBitsAsFramework(string text) => Same(text).ShouldBeTrue();

    [Theory]
    [InlineData("")]
    [InlineData("-")]
    [InlineData(".")]
    [InlineData("e5")]
    [InlineData("1e")]
    [InlineData("1e+")]
    [InlineData("1 ")]
    [InlineData("0x10")]
    [InlineData("1,5")]
    [InlineData("1.2.3")]
    [InlineData("--1")]
    [InlineData("NaN")]
    [InlineData("Infinity")]
    [InlineData("1e999")]
    [InlineData("1e99999999999999999999")]
    public void TryParse_NoFiniteNumber_Refused(string text) =>
        NumberParser.TryParse(Encoding.UTF8.GetBytes(text), (byte)'.', out _).ShouldBeFalse();

    [Theory]
    [InlineData("-0")]
    [InlineData("-0.000")]
    [InlineData("-1e-400")]
    [InlineData("-0000000000000000000000000.0")]
    public void TryParse_NegativeZero_IsZero(string text)
    {
        NumberParser.TryParse(Encoding.UTF8.GetBytes(text), (byte)'.', out double value).ShouldBeTrue();
        BitConverter.DoubleToInt64Bits(value).ShouldBe(0);
    }

    [Theory]
    [InlineData("1,5", 1.5)]
    [InlineData("-1234567890123456789012,25", -1234567890123456789012.25)]
    public void TryParse_DecimalComma_Taken(string text, double expected)
    {
        NumberParser.TryParse(Encoding.UTF8.GetBytes(text), (byte)',', out double value).ShouldBeTrue();
        value.ShouldBe(expected);
    }

    private static bool Same(string text)
    {
        bool valid = double.TryParse(text, NumberStyles.Float, CultureInfo.InvariantCulture, out double expected)
            && double.IsFinite(expected);
        bool parsed = NumberParser.TryParse(Encoding.UTF8.GetBytes(text), (byte)'.', out double value);
        return parsed == valid
            && (!valid || BitConverter.DoubleToInt64Bits(value) == BitConverter.DoubleToInt64Bits(expected == 0 ? 0 : expected));
    }
}
