using DbIngest.Sources.Input;

namespace DbIngest.Sources.Xml;

/// <summary>
/// Opens measurement XML, this project's own schema (docs/reference/inputs.md). <see cref="InputFormats"/> tries it on the
/// beginning of a file, and <see cref="InputWorkload"/> opens the file by it, before anything is timed.
/// <see cref="Export.MeasurementWriter"/> writes such files. Stateless.
/// </summary>
internal sealed class MeasurementFormat : IInputFormat
{
    public const string Namespace = "urn:dbingest:measurements:1";

    public string Name => "xml";

    public bool Recognises(InputFile file) =>
        XmlContent.Recognises(file.Head) && XmlContent.AsText(file.Head).Contains(Namespace, StringComparison.Ordinal);

    public IRecordReader Open(InputFile file, InputOptions options, InputFiles set)
    {
        bool skip = options.TakeSkipBadRows();
        options.RefuseRest(Name);
        var content = XmlContent.AsUtf8(file.Name, file.Head, file.OpenContent());
        try
        {
            return new MeasurementReader(file.Name, content, skip);
        }
        catch
        {
            content.Dispose();
            throw;
        }
    }
}
