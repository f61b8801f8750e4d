using DbIngest.Abstractions.Records;
using DbIngest.Service.Lines;
using DbIngest.Service.Problems;

namespace DbIngest.Service.Tests;

public class LineParserTests
{
    private static readonly RecordSchema Schema = new([new("a", ""), new("b", "")]);

    [Theory]
    [InlineData("m a=1,b=2 10", "m", 1, 2, 10L)]
    [InlineData("m,z=1,host=x a=1.5e3 -1", "m,host=x,z=1", 1500, double.NaN, -1L)]
    [InlineData("m b=7i", "m", double.NaN, 7, null)]
    [InlineData("m a=t,b=FALSE 3", "m", 1, 0, 3L)]
    [InlineData(@"my\ m\,x,tag\ key=tag\=value a=-0 3", @"my\ m\,x,tag\ key=tag\=value", 0, double.NaN, 3L)]
    [InlineData("m  a=1  3", "m", 1, double.NaN, 3L)]
    public void Read_ALine_HasItsParts(string line, string source, double a, double b, long? timestamp)
    {
        var parser = new LineParser(Schema);
        parser.Read(line);
        (parser.Source, parser.Timestamp).ShouldBe((source, timestamp));
        parser.Values.ShouldBe([a, b]);
    }

    /// <summary>Batches have no negative zero, and a ledger tells points apart by their bits.</summary>
    [Theory]
    [InlineData("m a=-0 1")]
    [InlineData("m a=-0i 1")]
    public void Read_NegativeZero_IsZero(string line)
    {
        var parser = new LineParser(Schema);
        parser.Read(line);
        double.IsNegative(parser.Values[0]).ShouldBeFalse();
    }

    [Fact]
    public void Read_AFieldQuality_IsTheQualityOfTheRecord()
    {
        var parser = new LineParser(Schema);
        parser.Read("m a=1,quality=4294967295i 1");
        parser.Quality.ShouldBe(uint.MaxValue);
    }

    [Theory]
    [InlineData("m", "missing fields")]
    [InlineData(",t=1 a=1", "missing measurement")]
    [InlineData("m,t a=1", "missing tag value")]
    [InlineData("m,t= a=1", "missing tag value")]
    [InlineData("m,t=a\0b a=1", "control character")]
    [InlineData("m a", "missing field value")]
    [InlineData("m a=", "invalid number")]
    [InlineData("m a=1e999", "invalid number")]
    [InlineData("m a=NaN", "invalid number")]
    [InlineData("m a=\"x\"", "is a text")]
    [InlineData("m c=1", "field 'c' is no value of the table")]
    [InlineData("m a=1 soon", "bad timestamp 'soon'")]
    [InlineData("m a=1 1 2", "bad timestamp '1 2'")]
    public void Read_ALineThatIsNotTaken_SaysWhy(string line, string fault) =>
        Should.Throw<LineFault>(() => new LineParser(Schema).Read(line)).Message.ShouldContain(fault);

    [Fact]
    public void Read_ANameOfManyBytes_IsTakenUpToTheLimit()
    {
        var parser = new LineParser(Schema);
        string name = new('\u00e9', 512);
        parser.Read($"{name} a=1");
        parser.Source.ShouldBe(name);
        Should.Throw<LineFault>(() => parser.Read($"m{name} a=1")).Message.ShouldContain("1025 bytes, and 1024 are taken");
    }

    [Theory]
    [InlineData("", 1_700_000_000_123_456_789, 1_700_000_000_123_456)]
    [InlineData("us", 1_700_000_000_123_456, 1_700_000_000_123_456)]
    [InlineData("ms", 1_700_000_000_123, 1_700_000_000_123_000)]
    [InlineData("s", 1_700_000_000, 1_700_000_000_000_000)]
    [InlineData("m", 1, 60_000_000)]
    [InlineData("h", 1, 3_600_000_000)]
    public void Microseconds_OfAPrecision_AreCut(string precision, long timestamp, long us) =>
        LinePrecision.Of(precision).Microseconds(timestamp).ShouldBe(us);

    [Theory]
    [InlineData("ns", -1)]
    [InlineData("h", long.MaxValue)]
    public void Microseconds_OutsideOfTheYears_AreNotTaken(string precision, long timestamp) =>
        Should.Throw<LineFault>(() => LinePrecision.Of(precision).Microseconds(timestamp));

    [Fact]
    public void Precision_OfAnotherName_IsRefused() =>
        Should.Throw<RefusalException>(() => LinePrecision.Of("d")).Status.ShouldBe(400);
}
