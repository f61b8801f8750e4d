using DbIngest.Sources.Input;
using DbIngest.Sources.Pivot;

namespace DbIngest.Sources.Csv;

/// <summary>
/// Opens delimited text. <see cref="InputFormats"/> tries it last, because it recognises any text, and
/// <see cref="InputWorkload"/> opens the file by it for <c>--input</c>, before the first trial. It samples each file first
/// (<see cref="CsvSniffer"/>). Where a file does not show the order of day and month, the other files of the set decide.
/// Stateless: what the files of a set share is kept in <see cref="InputFiles"/>.
/// </summary>
internal sealed class CsvFormat : IInputFormat
{
    public string Name => "csv";

    /// <summary>Text has no zero bytes, except in UTF-16.</summary>
    public bool Recognises(InputFile file)
    {
        var encoding = TextEncodings.Detect(file.Head);
        return !file.Head.IsEmpty && (encoding.GetByteCount("a") == 2 || !file.Head.Contains((byte)0));
    }

    public IRecordReader Open(InputFile file, InputOptions options, InputFiles set)
    {
        var csv = CsvOptions.Take(options);
        return csv.Pivot is null
            ? new CsvReader(file, csv, LayoutOf(file, csv, set))
            : set.Shared<PivotOfSet>()
                .Open(file, set, (one, entities) => new CsvReader(one, csv, LayoutOf(one, csv, set), entities));
    }

    private static CsvLayout LayoutOf(InputFile file, CsvOptions csv, InputFiles set)
    {
        var layout = new CsvSniffer(file, csv).Sniff();
        return layout.Date switch
        {
            DateOrder.Auto => set.Shared<DateOrderOfSet>().Complete(file, layout, csv, set),
            >= DateOrder.ElapsedSeconds when set.Count > 1 && file == set[0] => layout with { FilesOfOneDay = set.Count },
            _ => layout,
        };
    }
}
