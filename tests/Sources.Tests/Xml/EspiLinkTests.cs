using System.Text;
using DbIngest.Sources.Input;

namespace DbIngest.Sources.Tests.Xml;

/// <summary>Links between the entries of a Green Button file, which say what unit its readings have.</summary>
public sealed class EspiLinkTests
{
    private const string Espi = "xmlns=\"http://naesb.org/espi\"";

    [Theory]
    [InlineData("ReadingType/01", "ReadingType/01", "", "")]
    [InlineData("/espi/ReadingType/01", "/espi/ReadingType/01", "", "")]
    [InlineData("http://x.example/espi/ReadingType/01", "ReadingType/01", " xml:base=\"http://x.example/espi/\"", "")]
    [InlineData("http://x.example/espi/ReadingType/01", "ReadingType/01", "",
        "<link rel=\"self\" href=\"http://x.example/espi/feed\"/>")]
    [InlineData("http://x.example/espi/ReadingType/01", "../espi/./ReadingType/01/", " xml:base=\"http://x.example/a/\"", "")]
    [InlineData("https://x.example/1_1/resource/ReadingType/01", "ReadingType/01", "", "")]
    public void Read_LinkOfAnyForm_UnitAndPowerAreFound(string self, string link, string attributes, string head)
    {
        var read = Read(Feed(self, link, attributes, head));
        read.Schema.Values[0].Unit.ShouldBe("Wh");
        read.Columns[0].ShouldBe([12.345]);
    }

    [Fact]
    public void Read_TypeThatIsNotInTheFile_RefusedUnlessAsWritten()
    {
        string feed = Feed("ReadingType/02", "ReadingType/01", "", "");
        string message = Should.Throw<InputException>(() => Read(feed)).Message;
        message.ShouldContain("(ReadingType/01)");
        message.ShouldContain("reading-type=none");
        var read = Read(feed, "reading-type=none");
        (read.Schema.Values[0].Unit, read.Columns[0][0]).ShouldBe(("", 12345));
    }

    [Fact]
    public void Read_SeveralTypesAndNoLink_Refused() =>
        Should.Throw<InputException>(() => Read(Feed("ReadingType/01", "UsagePoint/01", "", ""))).Message
            .ShouldContain("one of 2");

    /// <summary>The costs of both meters had been in the currency of the first.</summary>
    [Fact]
    public void Read_MetersWithCostsInDifferentCurrencies_OneMustBeNamed()
    {
        static string Meter(int number, int currency) =>
            $"<entry><link rel=\"self\" href=\"ReadingType/{number}\"/><content><ReadingType {Espi}>"
            + $"<currency>{currency}</currency><uom>72</uom></ReadingType></content></entry>"
            + $"<entry><link rel=\"self\" href=\"MeterReading/{number}\"/>"
            + $"<link rel=\"related\" href=\"ReadingType/{number}\"/><content><MeterReading {Espi}/></content></entry>"
            + $"<entry><link rel=\"up\" href=\"MeterReading/{number}/IntervalBlock\"/><content><IntervalBlock {Espi}>"
            + "<IntervalReading><cost>100000</cost><timePeriod><duration>900</duration><start>1300000000</start></timePeriod>"
            + "<value>42</value></IntervalReading></IntervalBlock></content></entry>";
        string feed = $"<feed xmlns=\"http://www.w3.org/2005/Atom\">{Meter(1, 840)}{Meter(2, 124)}</feed>";
        Should.Throw<InputException>(() => Read(feed)).Message.ShouldContain("currencies (1: Wh 840, 2: Wh 124)");
        Read(feed, "meter=2").Schema.Values[2].Unit.ShouldBe("currency 124");
        Read(feed.Replace("124", "840", StringComparison.Ordinal)).Columns[2].ShouldBe([1, 1]);
    }

    /// <summary>The last of the two types had been that of every meter.</summary>
    [Fact]
    public void Read_SeveralTypesWithoutAddress_Refused()
    {
        static string Type(int unit) => $"<entry><content><ReadingType {Espi}><uom>{unit}</uom></ReadingType></content></entry>";
        string feed = $"<feed xmlns=\"http://www.w3.org/2005/Atom\">{Type(72)}{Type(38)}"
            + $"<entry><link rel=\"up\" href=\"MeterReading/1/IntervalBlock\"/><content><IntervalBlock {Espi}><IntervalReading>"
            + "<timePeriod><duration>900</duration><start>1300000000</start></timePeriod><value>42</value>"
            + "</IntervalReading></IntervalBlock></content></entry></feed>";
        Should.Throw<InputException>(() => Read(feed)).Message.ShouldContain("one of 2");
        Read(feed, "reading-type=none").Columns[0].ShouldBe([42]);
    }

    [Fact]
    public void Read_ByteOrderMarkOrUtf16_IsTheSame()
    {
        string feed = Feed("ReadingType/01", "ReadingType/01", "", "");
        byte[][] variants = [[0xef, 0xbb, 0xbf, .. Encoding.UTF8.GetBytes(feed)],
            [0xff, 0xfe, .. Encoding.Unicode.GetBytes(feed)], [0xfe, 0xff, .. Encoding.BigEndianUnicode.GetBytes(feed)]];
        foreach (byte[] variant in variants)
        {
            ReadRows.Of(variant, name: "a.xml").Columns[0].ShouldBe([12.345]);
        }
    }

    private static ReadRows Read(string feed, string options = "") =>
        ReadRows.Of(Encoding.UTF8.GetBytes(feed), options, name: "a.xml");

    private static string Feed(string self, string link, string attributes, string head) =>
        $"<feed xmlns=\"http://www.w3.org/2005/Atom\"{attributes}>{head}"
        + $"<entry><link rel=\"self\" href=\"{self}\"/><content><ReadingType "
        + $"{Espi}><powerOfTenMultiplier>-3</powerOfTenMultiplier><uom>72</uom></ReadingType></content></entry>"
        + $"<entry><link rel=\"self\" href=\"ReadingType/99\"/><content><ReadingType "
        + $"{Espi}><uom>38</uom></ReadingType></content></entry>"
        + $"<entry><link rel=\"self\" href=\"MeterReading/01\"/><link rel=\"related\" href=\"{link}\"/><content><MeterReading "
        + $"{Espi}/></content></entry>"
        + $"<entry><link rel=\"up\" href=\"MeterReading/01/IntervalBlock\"/><content><IntervalBlock "
        + $"{Espi}><IntervalReading><timePeriod><duration>900</duration>"
        + "<start>1300000000</start></timePeriod><value>12345</value></IntervalReading></IntervalBlock></content></entry></feed>";
}
