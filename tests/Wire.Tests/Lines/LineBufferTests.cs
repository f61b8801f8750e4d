using System.Globalization;
using System.Text;
using DbIngest.Wire.Lines;

namespace DbIngest.Wire.Tests.Lines;

public sealed class LineBufferTests
{
    [Fact]
    public void Double_AnyFinite_IsReadBackBitForBitAndFitsItsRoom()
    {
        using var lines = new LineBuffer();
        double[] hard = [double.Epsilon, -double.Epsilon, double.MaxValue, double.MinValue, -2.2250738585072014E-308,
            -2.2250738585072011E-308, 1.0 / 3, 0, 1e22, 9007199254740993.0];
        for (int i = 0; i < 100_000; i++)
        {
            double value = i < hard.Length ? hard[i] : BitConverter.UInt64BitsToDouble(unchecked((ulong)i * 0x9E3779B97F4A7C15));
            if (!double.IsFinite(value))
            {
                continue;
            }

            lines.Clear();
            lines.Double(value);
            lines.Written.Length.ShouldBeLessThanOrEqualTo(LineBuffer.NumberBytes);
            BitConverter.DoubleToInt64Bits(double.Parse(lines.Written, CultureInfo.InvariantCulture))
                .ShouldBe(BitConverter.DoubleToInt64Bits(value));
        }
    }

    [Fact]
    public void Double_OfACultureWithCommas_HasAPoint()
    {
        var before = CultureInfo.CurrentCulture;
        using var lines = new LineBuffer();
        try
        {
            CultureInfo.CurrentCulture =
                new CultureInfo(string.Empty) { NumberFormat = { NumberDecimalSeparator = ",", NegativeSign = "\u2212" } };
            lines.Double(-1.5);
            lines.Raw((byte)' ');
            lines.Integer(-1234567);
        }
        finally
        {
            CultureInfo.CurrentCulture = before;
        }

        Encoding.ASCII.GetString(lines.Written).ShouldBe("-1.5 -1234567i");
    }

    [Fact]
    public void Reserve_MoreThanThereIs_KeepsWhatWasWritten()
    {
        using var lines = new LineBuffer();
        for (int i = 0; i < 100_000; i++)
        {
            lines.Reserve(LineBuffer.NumberBytes);
            lines.Digits(long.MinValue + i);
        }

        lines.Written.Length.ShouldBe(2_000_000);
        Encoding.ASCII.GetString(lines.Written[..20]).ShouldBe("-9223372036854775808");
        Encoding.ASCII.GetString(lines.Written[^20..]).ShouldBe("-9223372036854675809");
    }

    [Fact]
    public void BinaryDouble_IsSignTypeAndBytes()
    {
        using var lines = new LineBuffer();
        lines.BinaryDouble(1.0);
        lines.Written.ToArray().ShouldBe([(byte)'=', 16, 0, 0, 0, 0, 0, 0, 0xF0, 0x3F]);
    }
}
