using DbIngest.Sources.Csv;
using DbIngest.Sources.Input;

namespace DbIngest.Sources.Refused;

/// <summary>
/// Refuses equipment files that are recognised but not supported, each with the reason and a remedy: <see cref="Open"/> always
/// throws. <see cref="InputFormats"/> asks it before the formats of logs and delimited text, so that these do not misread such
/// files, and <see cref="InputSet"/> refuses archives by it. The first kind that recognises a file gives the reason, so general
/// kinds come last. <c>docs/reference/inputs.md</c> lists them.
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
        ("a Parquet file",
            file => At(file.Head, 0, "PAR1"u8) || At(file.Head, 0, "PARE"u8),
            "its columns are packed, and are not read here; write it as CSV, for example with DuckDB: COPY (FROM "
            + "'in.parquet') TO 'out.csv'"),
        ("an ASAM MDF file (.mf4, .mdf)",
            file => At(file.Head, 0, "MDF     "u8) || At(file.Head, 0, "UnFinMF "u8),
            "its blocks are linked and packed, and are not read here; export the channels to CSV, for example with asammdf"),
        ("an HDF5 file (MATLAB 7.3 writes such .mat files too)",
            file => At(file.Head, 0, Hdf5) || At(file.Head, 512, Hdf5),
            "only the program that wrote it knows what its arrays mean; export them to CSV, for example with writetable in "
            + "MATLAB or h5py and numpy.savetxt"),
        ("a MATLAB file (.mat)",
            file => At(file.Head, 0, "MATLAB "u8) && At(file.Head, 8, ".0 MAT-file"u8),
            "only the program that wrote it knows what its arrays mean; export them to CSV, for example with writetable"),
        ("an Excel workbook of before 2007 (.xls), or another file of Microsoft's compound format",
            file => At(file.Head, 0, [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1]),
            "it is not read here; open it and save the sheet as CSV"),
        ("a compressed event report of a relay (SEL, .cev)",
            file => IsCompressedEvent(file.Head.TrimStart("\u0002 \t\r\n"u8)),
            "its samples are scattered over records of several kinds; export the event as COMTRADE from the relay or its "
            + "software"),
        ("an EDIFACT message (MSCONS and the like)",
            file => file.Head.TrimStart(" \t\r\n"u8) is var text && (text.StartsWith("UNA:"u8) || text.StartsWith("UNB+UNO"u8)),
            "it is meant for market partners and not read here; ask for the meter's values as CSV, or convert them"),
        ("a JSON document",
            file => IsJson(TextEncodings.FromUtf16(file.Head).TrimStart(" \t\r\n"u8)),
            "it is one value, and JSON lines have one object per line; jq converts an array: jq -c '.[]' in.json"),
        ("a network capture (pcap)",
            file => At(file.Head, 0, [0xD4, 0xC3, 0xB2, 0xA1]) || At(file.Head, 0, [0xA1, 0xB2, 0xC3, 0xD4])
                || At(file.Head, 0, [0x4D, 0x3C, 0xB2, 0xA1]) || At(file.Head, 0, [0xA1, 0xB2, 0x3C, 0x4D])
                    || At(file.Head, 0, [0x0A, 0x0D, 0x0D, 0x0A]),
            "it holds packets (such as C37.118 frames), not measurements; record the stream with a phasor data concentrator "
            + "and export CSV"),
        ("a COMTRADE data file",
            file => file.HasExtension(".dat") && LooksBinary(file.Head),
            "its configuration (.cfg) is not beside it, and without it the channels are unknown"),
        ("COMTRADE as XML",
            file => Xml.XmlContent.Recognises(file.Head)
                && Xml.XmlContent.AsText(file.Head[..Math.Min(file.Head.Length, 4096)])
                    .Contains("comtrade", StringComparison.OrdinalIgnoreCase),
            "the standard up to 2013 defines no such form, so it is not read; save it as .cfg with .dat, or as .cff"),
        ("XML of an unknown schema",
            file => Xml.XmlContent.Recognises(file.Head),
            "it is neither Green Button (namespace http://naesb.org/espi) nor this project's measurement schema; "
            + "docs/reference/inputs.md has the schema"),
        ("a binary file of unknown format",
            file => LooksBinary(file.Head),
            "none of the known formats begins like it; synchrophasor captures (IEEE 1344, C37.118) are among those that are "
            + "not read"),
    ];

    private static ReadOnlySpan<byte> Hdf5 => [0x89, (byte)'H', (byte)'D', (byte)'F', 0x0D, 0x0A, 0x1A, 0x0A];

    public string Name => "refused";

    /// <summary>
    /// Refuses zip files that are documents of another program, which must not be opened as collections of files.
    /// </summary>
    /// <exception cref="InputException">The file is such a document.</exception>
    public static void RefuseArchive(InputFile file)
    {
        if (file.Entries is { Count: > 0 } entries)
        {
            RefuseOffice(file, entries);
        }

        if (file.HoldsExtension(".ndc"))
        {
            throw new InputException(
                $"{file.Name}: it is a Neware archive (.ndax): its samples are in a private binary format beside the XML; "
                + $"export CSV with the vendor's software.");
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

    /// <summary>Refuses workbooks: zip files of XML (ECMA-376 part 2; ISO/IEC 26300 part 3).</summary>
    private static void RefuseOffice(InputFile file, IReadOnlyList<string> entries)
    {
        bool excel = entries.Contains("[Content_Types].xml")
            && entries.Any(entry => entry.StartsWith("xl/", StringComparison.Ordinal));
        bool openDocument = entries.Contains("mimetype") && entries.Contains("content.xml");
        if (excel || openDocument)
        {
            throw new InputException(
                $"{file.Name}: it is {(excel ? "an Excel workbook" : "an OpenDocument file")}: its sheets are not read here; "
                + $"open it and save the sheet as CSV.");
        }
    }

    /// <summary>
    /// True when a text begins with the heading line of a firmware identification and that identification: <c>"FID","0143"</c>,
    /// <c>"FID=SEL-...","09D8"</c>.
    /// </summary>
    private static bool IsCompressedEvent(ReadOnlySpan<byte> text) =>
        text.StartsWith("\"FID\","u8) && text.IndexOf((byte)'\n') is var end and > 0 && text[end..].TrimStart("\r\n\u0002"u8)
            .StartsWith("\"FID="u8);

    /// <summary>True when a text begins like a JSON object, or an array of objects, arrays or texts.</summary>
    private static bool IsJson(ReadOnlySpan<byte> text) =>
        text is [(byte)'{' or (byte)'[', ..] && text[1..].TrimStart(" \t\r\n"u8) is var next
        && (text[0] == '{' ? next is [(byte)'"', ..] : next is [(byte)'{' or (byte)'[' or (byte)'"', ..]);

    private static bool At(ReadOnlySpan<byte> head, int offset, ReadOnlySpan<byte> magic) =>
        head.Length >= offset + magic.Length && head.Slice(offset, magic.Length).SequenceEqual(magic);

    /// <summary>
    /// True when more than 1 % of the bytes are control characters. Text has hardly any. UTF-16 is recognised by its zeros first.
    /// </summary>
    private static bool LooksBinary(ReadOnlySpan<byte> head)
    {
        if (TextEncodings.Detect(head).GetByteCount("a") == 2)
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
