using DbIngest.Sources.Input;

namespace DbIngest.Sources.Refused;

/// <summary>
/// Files of equipment that are recognised and not read, each with the reason and the way round it, rather than being taken for
/// something else. <c>docs/sources.md</c> lists them.
/// </summary>
internal sealed class RefusedFormat : IInputFormat
{
    private static readonly (string What, Func<InputFile, bool> Is, string Reason)[] Kinds =
    [
        ("a Microsoft Access database (Arbin cyclers write them as .res)",
            file => At(file.Head, 4, "Standard Jet DB\0"u8) || At(file.Head, 4, "Standard ACE DB\0"u8),
            "its page format is private; export its tables to CSV or SQLite, for example with mdb-export of mdbtools"),
        ("a PQDIF file (IEEE 1159.3)",
            file => At(file.Head, 0, [0x40, 0x14, 0x11, 0x4A, 0x9F, 0xE4, 0xCF, 0x11]),
            "its records are nested and compressed, and are not read here; export the channels to COMTRADE or CSV"),
        ("a network capture (pcap)",
            file => At(file.Head, 0, [0xD4, 0xC3, 0xB2, 0xA1]) || At(file.Head, 0, [0xA1, 0xB2, 0xC3, 0xD4])
                || At(file.Head, 0, [0x4D, 0x3C, 0xB2, 0xA1]) || At(file.Head, 0, [0x0A, 0x0D, 0x0D, 0x0A]),
            "it holds packets (such as C37.118 frames), not measurements; record the stream with a phasor data concentrator and export CSV"),
        ("a COMTRADE data file",
            file => file.HasExtension(".dat") && LooksBinary(file.Head),
            "its configuration (.cfg) is not beside it, and without it the channels are unknown"),
        ("COMTRADE as XML",
            file => Xml.XmlContent.Recognises(file.Head)
                && Xml.XmlContent.AsText(file.Head[..Math.Min(file.Head.Length, 4096)]).Contains("comtrade", StringComparison.OrdinalIgnoreCase),
            "the standard up to 2013 defines no such form, so it is not read; save it as .cfg with .dat, or as .cff"),
        ("XML of an unknown schema",
            file => Xml.XmlContent.Recognises(file.Head),
            "it is neither Green Button (namespace http://naesb.org/espi) nor this project's measurement schema; docs/sources.md has the schema"),
        ("a binary file of unknown format",
            file => LooksBinary(file.Head),
            "none of the formats known here begins like it; synchrophasor captures (IEEE 1344, C37.118) are among those that are not read"),
    ];

    public string Name => "refused";

    /// <summary>Refuses zip files that are another program's own, which must not be opened as a collection of files.</summary>
    /// <exception cref="InputException">It is one.</exception>
    public static void RefuseArchive(InputFile file)
    {
        if (file.HoldsExtension(".ndc"))
        {
            throw new InputException(
                $"{file.Name}: it is a Neware archive (.ndax): its samples are in a private binary format beside the XML; export CSV with the vendor's software.");
        }
    }

    public bool Recognises(InputFile file) => Find(file) is not null;

    public IRecordReader Open(InputFile file, InputOptions options, InputFiles set)
    {
        var (what, reason) = Find(file)!.Value;
        throw new InputException($"{file.Name}: it is {what}: {reason}.");
    }

    private static (string What, string Reason)? Find(InputFile file)
    {
        foreach (var (what, recognises, reason) in Kinds)
        {
            if (recognises(file))
            {
                return (what, reason);
            }
        }

        return null;
    }

    private static bool At(ReadOnlySpan<byte> head, int offset, ReadOnlySpan<byte> magic) =>
        head.Length >= offset + magic.Length && head.Slice(offset, magic.Length).SequenceEqual(magic);

    /// <summary>Text of any encoding has hardly any control characters; UTF-16 has zeros, and is told by its order.</summary>
    private static bool LooksBinary(ReadOnlySpan<byte> head)
    {
        if (Csv.TextEncodings.Detect(head).GetByteCount("a") == 2)
        {
            return false;
        }

        int control = 0;
        foreach (byte b in head)
        {
            control += b < 32 && b is not ((byte)'\t' or (byte)'\n' or (byte)'\r' or 0x1A) ? 1 : 0;
        }

        return control * 100 > head.Length;
    }
}
