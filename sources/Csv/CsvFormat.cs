using DbIngest.Sources.Input;

namespace DbIngest.Sources.Csv;

/// <summary>Delimited text.</summary>
internal sealed class CsvFormat : IInputFormat
{
    public string Name => "csv";

    /// <summary>Text has no zero bytes, except those of UTF-16.</summary>
    public bool Recognises(InputFile file)
    {
        var encoding = TextEncodings.Detect(file.Head);
        return !file.Head.IsEmpty && (encoding.GetByteCount("a") == 2 || !file.Head.Contains((byte)0));
    }

    public IRecordReader Open(InputFile file, InputOptions options, InputFiles set)
    {
        var csv = CsvOptions.Take(options);
        var layout = new CsvSniffer(file, csv).Sniff();
        return new CsvReader(file, csv, layout.Date == DateOrder.Auto ? set.Shared<DateOrderOfSet>().Settle(file, layout, csv, set) : layout);
    }
}
