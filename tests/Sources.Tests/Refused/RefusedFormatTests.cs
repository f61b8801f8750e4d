using DbIngest.Sources.Input;
using DbIngest.Sources.Tests.Comtrade;

namespace DbIngest.Sources.Tests.Refused;

public sealed class RefusedFormatTests
{
    [SkippableTheory]
    [InlineData("arbin_access_jet.res", "Microsoft Access")]
    [InlineData("c37118_1pmu_tcp.pcap", "network capture")]
    [InlineData("ieee1344_sample.PmuCapture", "synchrophasor captures")]
    [InlineData("neware_xml_plus_binary.ndax", "Neware archive")]
    [InlineData("pqdif_example.pqd", "PQDIF")]
    public void Open_PrivateDatabase_IsRefusedWithItsReason(string file, string reason)
    {
        // Outside the assertion, which would take the skipping for the wrong exception.
        string path = Path.Combine(EquipmentData.Folder, "devicedb", file);

        Should.Throw<InputException>(() => ReadRows.OfFile(path)).Message.ShouldContain(reason);
    }

    [Fact]
    public void Open_DataWithoutConfiguration_IsRefused() =>
        Should.Throw<InputException>(() => ReadRows.Of([1, 0, 0, 0, 0, 0, 0, 0, 5, 0, 7, 0], name: "a.dat")).Message.ShouldContain("its configuration (.cfg) is not beside it");

    [Fact]
    public void Open_ComtradeAsXml_IsRefusedByName() =>
        Should.Throw<InputException>(() => ReadRows.Of("<?xml version=\"1.0\"?><COMTRADE rev=\"2013\"><a/></COMTRADE>")).Message.ShouldContain("COMTRADE as XML");

    [Fact]
    public void Open_XmlOfAnotherSchema_IsRefused() =>
        Should.Throw<InputException>(() => ReadRows.Of("<svg><a/></svg>")).Message.ShouldContain("neither Green Button");

    [Fact]
    public void Open_Nothing_IsRefused() => Should.Throw<InputException>(() => ReadRows.Of(""));
}
