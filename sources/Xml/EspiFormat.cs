using DbIngest.Sources.Input;

namespace DbIngest.Sources.Xml;

/// <summary>
/// Opens Green Button files: the XML of NAESB REQ.21, Energy Services Provider Interface (ESPI). <see cref="InputFormats"/>
/// tries it on the beginning of a file, and <see cref="InputWorkload"/> opens the file by it, before anything is timed.
/// Stateless. Reads each file twice.
/// </summary>
internal sealed class EspiFormat : IInputFormat
{
    public string Name => "espi";

    public bool Recognises(InputFile file) =>
        XmlContent.Recognises(file.Head) && XmlContent.AsText(file.Head)
            .Contains("http://naesb.org/espi", StringComparison.Ordinal);

    public IRecordReader Open(InputFile file, InputOptions options, InputFiles set)
    {
        long meter = options.TakeNumber("meter", 0, 1, 10_000);
        bool skip = options.TakeSkipBadRows();
        bool asWritten = options.TakeWord("reading-type", false, ("linked", false), ("none", true));
        options.RefuseRest(Name);
        var catalog = EspiCatalog.Read(file.Name, XmlContent.AsUtf8(file.Name, file.Head, file.OpenContent()));
        return new EspiReader(
            file.Name, catalog, XmlContent.AsUtf8(file.Name, file.Head, file.OpenContent()), meter == 0 ? null
                : meter, skip, asWritten);
    }
}
