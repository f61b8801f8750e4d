using System.Globalization;
using System.Text;
using DbIngest.Sources.Csv;
using FsCheck;
using FsCheck.Fluent;

namespace DbIngest.Sources.Tests.Csv;

public class TimestampParserTests
{
    [Theory]
    [InlineData("DayMonthYear", "d/M/yyyy H:mm:ss")]
    [InlineData("DayMonthYear", "dd.MM.yyyy HH:mm")]
    [InlineData("DayMonthYear", "d-M-yyyy h:mm:ss tt")]
    [InlineData("MonthDayYear", "M/d/yyyy h:mm:ss.fff tt")]
    [InlineData("MonthDayYear", "MM/dd/yyyy HH:mm:ss.ffffff")]
    [InlineData("YearMonthDay", "yyyy-MM-ddTHH:mm:ss.fffZ")]
    [InlineData("YearMonthDay", "yyyy/M/d H:mm:ss")]
    [InlineData("YearMonthDay", "yyyyMMdd HH:mm:ss")]
    [InlineData("YearMonthDay", "yyyy-MM-dd")]
    public void TryParse_AnyTime_SameAsFramework(string order, string format)
    {
        var parser = new TimestampParser(Enum.Parse<DateOrder>(order));
        long last = (DateTime.MaxValue - DateTime.MinValue).Ticks;
        Prop.ForAll(Gen.Two(Gen.Choose(0, int.MaxValue)).ToArbitrary(), halves =>
        {
            var time = new DateTime((((long)halves.Item1 << 31) | (uint)halves.Item2) % last, DateTimeKind.Unspecified);
            string text = time.ToString(format, CultureInfo.InvariantCulture);
            var expected = DateTime.ParseExact(text, format, CultureInfo.InvariantCulture, DateTimeStyles.AdjustToUniversal);
            return parser.TryParse(Encoding.UTF8.GetBytes(text), out long micros, out long? offset)
                && micros == (expected.Ticks - DateTime.UnixEpoch.Ticks) / 10
                && offset == (format.EndsWith('Z') ? 0 : null);
        }).Check(Config.QuickThrowOnFailure.WithMaxTest(500));
    }

    [Theory]
    [InlineData("1/1/07", "2007-01-01")]
    [InlineData("31/12/68", "2068-12-31")]
    [InlineData("1/1/69", "1969-01-01")]
    [InlineData("29/2/2000 3:21:43 PM.135", "2000-02-29T15:21:43.135")]
    [InlineData("1/2/2003  12:00 am", "2003-02-01")]
    [InlineData("1/2/2003 12:30 PM", "2003-02-01T12:30")]
    [InlineData("1/2/2003 24:00:00", "2003-02-02")]
    [InlineData("1/2/2003 23:59:60", "2003-02-02")]
    [InlineData("1/2/2003 1:02:03,4567891", "2003-02-01T01:02:03.456789")]
    public void TryParse_EquipmentStyle_Understood(string text, string expected)
    {
        new TimestampParser(DateOrder.DayMonthYear).TryParse(Encoding.UTF8.GetBytes(text), out long micros, out _).ShouldBeTrue();
        DateTime.UnixEpoch.AddMicroseconds(micros).ShouldBe(DateTime.Parse(expected, CultureInfo.InvariantCulture));
    }

    [Theory]
    [InlineData("13-Mar-2024", "2024-03-13")]
    [InlineData("13-MAR-24 02:00:05.5", "2024-03-13T02:00:05.5")]
    [InlineData("13/Oct/2024 02:00", "2024-10-13T02:00")]
    [InlineData("2024-Mar-13 02:00", "2024-03-13T02:00")]
    [InlineData("Mar 13, 2024 2:00 AM", "2024-03-13T02:00")]
    [InlineData("March 13, 2024", "2024-03-13")]
    [InlineData("Wed, 13 Sept. 2024 14:00:00 GMT", "2024-09-13T14:00Z")]
    [InlineData("Wed Mar 13 14:00:00 2024", "2024-03-13T14:00")]
    [InlineData("20240313100000", "2024-03-13T10:00")]
    [InlineData("202403131000", "2024-03-13T10:00")]
    [InlineData("20240313T100000Z", "2024-03-13T10:00Z")]
    [InlineData("20240313T100000.25+0100", "2024-03-13T10:00:00.25+01:00")]
    [InlineData("20240313 1000", "2024-03-13T10:00")]
    [InlineData("2024-03-13 10:00:00 UTC", "2024-03-13T10:00Z")]
    [InlineData("2024-03-13 10:00:00 +01:00", "2024-03-13T10:00+01:00")]
    [InlineData("10:00:00 2024-03-13", "2024-03-13T10:00")]
    [InlineData("2:00 PM 2024-03-13", "2024-03-13T14:00")]
    [InlineData("2024-03-13 01:00:00 to 2024-03-13 02:00:00", "2024-03-13T01:00")]
    [InlineData("2024-03-13 01:00:00\u00a0to\u00a02024-03-13 02:00:00", "2024-03-13T01:00")]
    [InlineData("2024-03-13 01:00 - 2024-03-13 02:00", "2024-03-13T01:00")]
    [InlineData("2024-03-13 01:00 - 02:00", "2024-03-13T01:00")]
    public void TryParse_FormsOfPortalsAndLoggers_Understood(string text, string expected)
    {
        new TimestampParser(DateOrder.YearMonthDay).TryParse(Encoding.UTF8.GetBytes(text), out long micros, out long? offset)
            .ShouldBeTrue();
        var time = DateTimeOffset.Parse(expected, CultureInfo.InvariantCulture, DateTimeStyles.AssumeUniversal);
        DateTime.UnixEpoch.AddMicroseconds(micros).ShouldBe(time.DateTime);
        offset.ShouldBe(expected[10..].AsSpan().ContainsAny('Z', '+') ? (long)time.Offset.TotalMicroseconds : null);
    }

    [Theory]
    [InlineData("2024-03-13 1000")]
    [InlineData("2024-03-13 10")]
    [InlineData("2024-03-13 10:00 10:01")]
    [InlineData("2024-03-13 2024-03-14")]
    [InlineData("2024-03-13 to")]
    [InlineData("2024-03-13 01:00 to later")]
    [InlineData("13 2024")]
    [InlineData("Mar 2024")]
    [InlineData("Mar Apr 2024")]
    [InlineData("32-Mar-2024")]
    [InlineData("13-Mar-2024 UTC UTC")]
    [InlineData("13-Mar-2024-")]
    [InlineData("20240313100060x")]
    [InlineData("20241313100000")]
    [InlineData("AM 13-Mar-2024")]
    [InlineData("+01:00 13-Mar-2024")]
    [InlineData("Ma 13 2024")]
    [InlineData("Marchy 13 2024")]
    [InlineData("10:00:00")]
    [InlineData("1 2 3 4 5 6 7")]
    public void TryParse_AlmostThoseForms_Refused(string text) =>
        new TimestampParser(DateOrder.YearMonthDay).TryParse(Encoding.UTF8.GetBytes(text), out _, out _).ShouldBeFalse();

    [Theory]
    [InlineData("2003-02-01T01:02:03+02:00", 2 * 3600)]
    [InlineData("2003-02-01T01:02:03-0530", -(5 * 3600) - 1800)]
    [InlineData("2003-02-01 01:02+01", 3600)]
    public void TryParse_Offset_Read(string text, int seconds)
    {
        new TimestampParser(DateOrder.YearMonthDay).TryParse(Encoding.UTF8.GetBytes(text), out _, out long? offset)
            .ShouldBeTrue();
        offset.ShouldBe(seconds * 1_000_000L);
    }

    [Theory]
    [InlineData("UnixSeconds", "1700000000", 1_700_000_000_000_000)]
    [InlineData("UnixSeconds", "1700000000.1234567", 1_700_000_000_123_456)]
    [InlineData("UnixSeconds", "-1.5", -1_500_000)]
    [InlineData("UnixMilliseconds", "1700000000123", 1_700_000_000_123_000)]
    [InlineData("UnixMilliseconds", "1700000000123.4", 1_700_000_000_123_400)]
    [InlineData("UnixMicroseconds", "1700000000123456", 1_700_000_000_123_456)]
    public void TryParse_Unix_Exact(string order, string text, long expected)
    {
        new TimestampParser(Enum.Parse<DateOrder>(order))
            .TryParse(Encoding.UTF8.GetBytes(text), out long micros, out long? offset).ShouldBeTrue();
        micros.ShouldBe(expected);
        offset.ShouldBe(0);
    }

    [Theory]
    [InlineData("UnixSeconds", "")]
    [InlineData("UnixSeconds", "-")]
    [InlineData("UnixSeconds", "17x")]
    [InlineData("UnixSeconds", "99999999999999999999999")]
    [InlineData("UnixSeconds", "-99999999999")]
    [InlineData("DayMonthYear", "")]
    [InlineData("DayMonthYear", "29/2/2001")]
    [InlineData("DayMonthYear", "31/4/2001")]
    [InlineData("DayMonthYear", "1/13/2001")]
    [InlineData("DayMonthYear", "0/1/2001")]
    [InlineData("DayMonthYear", "1/1/0000")]
    [InlineData("DayMonthYear", "1/1/201")]
    [InlineData("DayMonthYear", "1/1/2001 ")]
    [InlineData("DayMonthYear", "1/1/2001 24:00:01")]
    [InlineData("DayMonthYear", "1/1/2001 1:60")]
    [InlineData("DayMonthYear", "1/1/2001 13:00 PM")]
    [InlineData("DayMonthYear", "1/1/2001 1:00 XM")]
    [InlineData("DayMonthYear", "1/1/2001 1:00:00+99")]
    [InlineData("DayMonthYear", "1/1/2001 1:00:00 rubbish")]
    [InlineData("DayMonthYear", "31/12/9999 24:00")]
    [InlineData("YearMonthDay", "1/1/2001")]
    public void TryParse_NoTime_Refused(string order, string text) =>
        new TimestampParser(Enum.Parse<DateOrder>(order)).TryParse(Encoding.UTF8.GetBytes(text), out _, out _).ShouldBeFalse();
}
