using DbIngest.Sources.Input;

namespace DbIngest.Sources.Xml;

/// <summary>This project's own schema of measurement files.</summary>
internal sealed class MeasurementFormat : IInputFormat
{
    /// <summary>The namespace of the schema.</summary>
    public const string Namespace = "urn:dbingest:measurements:1";

    public string Name => "xml";

    public bool Recognises(InputFile file) =>
        XmlContent.Recognises(file.Head) && XmlContent.AsText(file.Head).Contains(Namespace, StringComparison.Ordinal);

    public IRecordReader Open(InputFile file, InputOptions options, InputFiles set)
    {
        bool skip = options.TakeWord("bad-rows", false, ("stop", false), ("skip", true));
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
