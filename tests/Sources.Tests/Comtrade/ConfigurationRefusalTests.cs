using System.Text;
using DbIngest.Sources.Input;

namespace DbIngest.Sources.Tests.Comtrade;

/// <summary>What the page of the sources says is refused, or read in a way of its own.</summary>
public sealed class ConfigurationRefusalTests
{
    private const string Data = "1,0,100\n2,1000,-200\n";

    [Theory]
    [InlineData("EASY=1\n", "private coding")]
    [InlineData("easy = 2\n", "private coding")]
    [InlineData("0,0\n0,0\nEASY=1\n", "private coding")]
    public void Open_VendorCoding_Refused(string end, string fault) => Refused(Text(end: end), fault);

    [Theory]
    [InlineData("")]
    [InlineData("EASY=0\n")]
    [InlineData("0,0\n0,0\nEASY=\n")]
    public void Open_NoVendorCoding_Read(string end) => Read(Text(end: end)).Columns[0].ShouldBe([50.5, -99.5]);

    [Fact]
    public void Open_UnknownDataType_Refused() =>
        Refused(Text(coding: "BINARY64"), "'BINARY64' is not ASCII, BINARY, BINARY32 or FLOAT32");

    [Theory]
    [InlineData("1", "1 fields, not 2 to 5")]
    [InlineData("1,trip,,,0,0", "6 fields, not 2 to 5")]
    public void Open_DigitalChannelOfOtherFields_NamesTheNumberThatIsRead(string line, string fault) =>
        Refused(Text().Replace("1,1A,0D", "2,1A,1D").Replace("\n50\n", $"\n{line}\n50\n"), fault);

    [Fact]
    public void Read_Skew_IsNotApplied()
    {
        var read = Read(Text().Replace("0.5,0.5,0,", "0.5,0.5,12.5,"));
        read.Timestamps.ShouldBe(Read(Text()).Timestamps);
        read.Columns[0].ShouldBe([50.5, -99.5]);
    }

    [Fact]
    public void Open_TooManyChannels_Refused() => Refused(Text().Replace("1,1A,0D", "10001,10001A,0D"), "nnA,nnD");

    [Fact]
    public void Open_NoData_Refused()
    {
        using var folder = new TempFolder();
        Should.Throw<InputException>(() => ReadRows.OfFile(folder.Write("a.cfg", Text()))).Message
            .ShouldContain("the data file (.dat) is not beside it");
    }

    [Fact]
    public void Open_DataWithoutConfiguration_Refused() =>
        Should.Throw<InputException>(() => ReadRows.Of([1, 0, 0, 0, 0, 0, 0, 0, 5, 1], name: "a.dat")).Message
            .ShouldContain("configuration (.cfg) is not beside it");

    [Fact]
    public void Read_LineBeyondItsBound_Refused() => Refused(Text(), "longer than", Data + new string('1', 300_000));

    [Theory]
    [InlineData(true, true)]
    [InlineData(true, false)]
    [InlineData(false, false)]
    public void Open_CombinedBase64_SameSamplesAsBinary(bool standardAlphabet, bool broken)
    {
        byte[] samples = [1, 0, 0, 0, 0, 0, 0, 0, 100, 0, 2, 0, 0, 0, 0xe8, 3, 0, 0, 0x38, 0xff];
        string text = Convert.ToBase64String(samples);
        text = standardAlphabet ? text : text.Replace('+', '-').Replace('/', '_').TrimEnd('=');
        text = broken ? string.Join("\r\n", text.Chunk(7).Select(c => new string(c))) : text;
        byte[] plain = Combined("BINARY: 20", samples);
        byte[] coded = Combined("BINARY BASE64: 20", Encoding.ASCII.GetBytes(text + "\r\n--- file type: HDR ---\r\nnothing\r\n"));

        var expected = ReadRows.Of(plain, name: "a.cff");
        var read = ReadRows.Of(coded, name: "a.cff");

        expected.Columns[0].ShouldBe([50.5, -99.5]);
        read.Columns[0].ShouldBe(expected.Columns[0]);
        read.Timestamps.ShouldBe(expected.Timestamps);
    }

    [Theory]
    [InlineData("BINARY BASE64: 20", "AQAAAAAAAABk!AAC", "base64 does not have")]
    [InlineData("BINARY BASE64: 20", "AQAAAAAAAABkA", "truncated")]
    [InlineData("BINARY: 20", "short", "ends after")]
    [InlineData("FLOAT32: 24", "", "the configuration says BINARY")]
    [InlineData("BINARY UUENCODE", "", "unknown word, 'UUENCODE'")]
    public void Open_CombinedThatIsWrong_NamesTheFault(string header, string data, string fault) =>
        Should.Throw<InputException>(() => ReadRows.Of(Combined(header, Encoding.ASCII.GetBytes(data)), name: "a.cff")).Message
            .ShouldContain(fault);

    [Fact]
    public void Open_CombinedDataBeforeConfiguration_Refused()
    {
        string text = $"--- file type: CFG ---\n--- file type: DAT ASCII ---\n{Data}";
        Should.Throw<InputException>(() => ReadRows.Of(Encoding.ASCII.GetBytes(text), name: "a.cff"))
            .Message.ShouldStartWith("a.cff");
    }

    private static byte[] Combined(string header, byte[] data) =>
        [.. Encoding.ASCII.GetBytes($"--- file type: CFG ---\r\n{Text(coding: "BINARY")}--- file type: DAT {header} ---\r\n"),
            .. data];

    private static string Text(string coding = "ASCII", string end = "") =>
        $"station,device,2013\n1,1A,0D\n1,u,,,V,0.5,0.5,0,-32767,32767,1,1,P\n50\n0\n0,2\n01/02/2026,00:00:00.000000\n01/02/2026,00:00:00.000000\n{coding}\n1\n{end}";

    private static ReadRows Read(string configuration, string data = Data)
    {
        using var folder = new TempFolder();
        folder.Write("a.dat", data);
        return ReadRows.OfFile(folder.Write("a.cfg", configuration));
    }

    private static void Refused(string configuration, string fault, string data = Data) =>
        Should.Throw<InputException>(() => Read(configuration, data)).Message.ShouldContain(fault);
}
