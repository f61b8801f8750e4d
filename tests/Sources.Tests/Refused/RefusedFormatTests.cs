using DbIngest.Sources.Input;
using DbIngest.Sources.Tests.Comtrade;

namespace DbIngest.Sources.Tests.Refused;

public sealed class RefusedFormatTests
{
    [Theory]
    [InlineData("arbin_access_jet.res", "Microsoft Access")]
    [InlineData("c37118_1pmu_tcp.pcap", "network capture")]
    [InlineData("ieee1344_sample.PmuCapture", "synchrophasor captures")]
    [InlineData("neware_xml_plus_binary.ndax", "Neware archive")]
    [InlineData("pqdif_example.pqd", "PQDIF")]
    [Needs("recordings")]
    public void Open_PrivateDatabase_IsRefusedWithItsReason(string file, string reason)
    {
        // Outside the assertion, which would take the skipping for the wrong exception.
        string path = Path.Combine(EquipmentData.Folder, "devicedb", file);

        Should.Throw<InputException>(() => ReadRows.OfFile(path)).Message.ShouldContain(reason);
    }

    [Fact]
    public void Open_DataWithoutConfiguration_IsRefused() =>
        Should.Throw<InputException>(() => ReadRows.Of([1, 0, 0, 0, 0, 0, 0, 0, 5, 0, 7, 0], name: "a.dat")).Message
            .ShouldContain("its configuration (.cfg) is not beside it");

    [Fact]
    public void Open_ComtradeAsXml_IsRefusedByName() =>
        Should.Throw<InputException>(() => ReadRows.Of("<?xml version=\"1.0\"?><COMTRADE rev=\"2013\"><a/></COMTRADE>")).Message
            .ShouldContain("COMTRADE as XML");

    [Fact]
    public void Open_XmlOfAnotherSchema_IsRefused() =>
        Should.Throw<InputException>(() => ReadRows.Of("<svg><a/></svg>")).Message.ShouldContain("neither Green Button");

    [Fact]
    public void Open_Nothing_IsRefused() => Should.Throw<InputException>(() => ReadRows.Of(""));

    // The signatures are those that the formats' own specifications give for the beginning of a file.
    [Theory]
    [InlineData("PAR1\u0015\0\u0015", "Parquet file", "CSV")]
    [InlineData("MDF     4.10    MDA4\0\0\0\0", "ASAM MDF file", "asammdf")]
    [InlineData("\u0089HDF\r\n\u001a\n\0\0\0", "HDF5 file", "CSV")]
    [InlineData("MATLAB 5.0 MAT-file, Platform: PCWIN64, Created on: Thu Feb 01\0\u0001IM", "MATLAB file", "writetable")]
    [InlineData("\u00d0\u00cf\u0011\u00e0\u00a1\u00b1\u001a\u00e1\0\0", "Excel workbook of before 2007", "save the sheet as CSV")]
    [InlineData("\"FID\",\"0143\"\r\n\"FID=SEL-351S-6-R107-V0-Z003003-D20011129\",\"0958\"\r\n", "compressed event report",
        "COMTRADE")]
    [InlineData("UNA:+.? 'UNB+UNOC:3+9904:500+9910:500+260325:1200+1'UNH+1+MSCONS:D:04B:UN:2.4c'", "EDIFACT message", "CSV")]
    [InlineData("\u00a1\u00b2\u003c\u004d\0\u0002\0\u0004", "network capture", "export CSV")]
    [InlineData("\u0040\u0014\u0011\u004a\u009f\u00e4\u00cf\u0011\u00a5\0", "PQDIF", "COMTRADE or CSV")]
    public void Open_KnownAndNotRead_IsNamedWithTheWayOut(string begin, string what, string wayOut)
    {
        string message = Should.Throw<InputException>(() =>
            ReadRows.Of([.. System.Text.Encoding.Latin1.GetBytes(begin), .. new byte[600]], name: "input.bin")).Message;
        message.ShouldContain(what);
        message.ShouldContain(wayOut);
    }

    [Fact]
    public void Open_MatlabFileOfHdf5_IsNamed() => Should.Throw<InputException>(() => ReadRows.Of(
        [.. System.Text.Encoding.Latin1.GetBytes("MATLAB 7.3 MAT-file, Platform: GLNXA64".PadRight(512)), 0x89, (byte)'H',
            (byte)'D', (byte)'F', 13, 10, 26, 10])).Message.ShouldContain("MATLAB 7.3");

    [Theory]
    [InlineData("an Excel workbook", "[Content_Types].xml", "_rels/.rels", "xl/workbook.xml", "xl/worksheets/sheet1.xml")]
    [InlineData("an OpenDocument file", "mimetype", "content.xml", "meta.xml")]
    public void Open_Workbook_SaysToSaveItAsCsv(string what, params string[] entries)
    {
        using var folder = new TempFolder();
        var content = new MemoryStream();
        using (var zip = new System.IO.Compression.ZipArchive(content, System.IO.Compression.ZipArchiveMode.Create))
        {
            foreach (string entry in entries)
            {
                using var stream = zip.CreateEntry(entry).Open();
                stream.Write("<?xml version=\"1.0\"?><a/>"u8);
            }
        }

        string path = folder.Write("book.xlsx", content.ToArray());
        string message = Should.Throw<InputException>(() => InputSet.Open(path, InputOptions.Parse(null))).Message;
        message.ShouldStartWith($"book.xlsx: it is {what}");
        message.ShouldContain("save the sheet as CSV");
        Should.Throw<InputException>(() => InputInspector.Inspect(path, $"entry={entries[^1]}", default)).Message
            .ShouldContain(what);
    }

    [Fact]
    public void Open_TableWhoseFirstColumnIsFid_IsATable() =>
        ReadRows.Of("\"FID\",\"time\",\"u\"\n1.5,2026-01-31 00:00:00,2.5\n7.5,2026-01-31 00:00:01,3\n").Columns.Length
            .ShouldBe(2);
}
