using System.Globalization;
using System.Text;
using DbIngest.Abstractions.Records;
using DbIngest.Sources.Csv;
using DbIngest.Sources.Input;

namespace DbIngest.Sources.Lines;

/// <summary>
/// Determines from the first 1,000 lines which sentence holds the numbers, and where the time is. <see cref="NmeaFormat"/> runs
/// it once per file, before the reader. It refuses a log with several such sentences rather than guess.
/// </summary>
internal sealed class NmeaSniffer(InputFile file, NmeaOptions options)
{
    private const int SampleLines = 1000;
    private const int MaxSentences = 200;
    private const int MaxFields = 200;

    private readonly MissingMarks _marks = new(CsvOptions.UsualMissing, []);
    private readonly ColumnProfile _heads = new();
    private readonly Dictionary<string, List<ColumnProfile>> _sentences = new(StringComparer.Ordinal);
    private readonly List<string> _names = [];
    private DateOrder? _order;
    private bool _tells;
    private long _unsound;

    /// <summary>Reads the beginning of the file.</summary>
    /// <exception cref="InputException">The log has no time, or no sentence or several sentences hold numbers.</exception>
    public NmeaLayout Sniff()
    {
        Sample();
        if (_names.Count == 0)
        {
            throw Refusal.At(file.Name, _unsound, _unsound == 0
                ? "no line at its beginning is a sentence such as $PXYZ,1,2*hh"
                : "the checksum (*hh) of this sentence is missing or wrong, as of all at the beginning; record them again with "
                    + "their checksums, or write the values as CSV");
        }

        string name = options.Sentence is { } wanted
            ? _names.Find(n => string.Equals(n, wanted, StringComparison.OrdinalIgnoreCase))
                ?? throw Refusal.At(file.Name, 0,
                $"no sentence in its first lines is '{SafeText.Text(wanted)}'. Sentences: {SafeText.List(_names)}")
            : OnlyOne();
        bool inHead = _heads.IsDate || _heads.UnixUnit is not null;
        if (!inHead && !_tells)
        {
            throw Refusal.At(file.Name, 0,
                "it has no time: none stands before its sentences, and no sentence gives it (ZDA, RMC; or GGA, GLL, GNS with "
                + "the input option base-date=)");
        }

        var profiles = _sentences[name];
        int[] fields = options.Columns is { } columns
            ? [.. columns.Select(c => Place(c.Column, profiles.Count))]
            : [.. Enumerable.Range(0, profiles.Count).Where(i => profiles[i].IsNumeric)];
        if (fields.Length is 0 or > RecordSchema.MaxValues)
        {
            throw Refusal.At(file.Name, 0,
                $"no field of sentence {name} holds numbers; name another one with the input option sentence=, or fields with "
                + $"columns=");
        }

        var order = options.Date != DateOrder.Auto ? options.Date : _heads.UnixUnit ?? _order
            ?? (inHead ? throw DateOrderSearch.Ambiguous(file) : DateOrder.YearMonthDay);
        return new(
            name,
            inHead,
            order,
            fields,
            new RecordSchema(
                ColumnNames.ToColumns(fields
                .Select((field, i) => (FormattableString.Invariant($"{name}_{field + 1}"), options.Columns?[i].Name)))),
            [.. Enumerable.Range(0, profiles.Count).Where(i => !fields.Contains(i))
                .Select(i => FormattableString.Invariant(
                $"field {i + 1} ({(profiles[i].Present == 0 ? "empty" : profiles[i].IsNumeric ? "not named" : $"not numbers: '{profiles[i].Odd}'")})"))],
            [.. _names.Where(n => n != name)]);
    }

    private void Sample()
    {
        using var lines = KeyValueSniffer.Lines(file);
        for (int count = 0; count < SampleLines && lines.TryNext(out var line);)
        {
            count += KeyValueSniffer.IsIdle(line) ? 0 : 1;
            if (!NmeaSentence.TryParse(line, out var sentence))
            {
                continue;
            }

            if (!sentence.IsSound)
            {
                _unsound = _unsound == 0 ? lines.Line : _unsound;
                continue;
            }

            _tells |= NmeaClock.TellsTime(sentence.Name);
            var head = KeyValueSniffer.HeadTime(sentence.Head);
            _order ??= DateOrderSearch.Certain(head);
            _heads.Add(head, _marks, default);
            string name = Encoding.ASCII.GetString(sentence.Name);
            if (!_sentences.TryGetValue(name, out var profiles) && _names.Count < MaxSentences)
            {
                _sentences.Add(name, profiles = []);
                _names.Add(name);
            }

            if (profiles is not null)
            {
                Add(profiles, sentence.Fields);
            }
        }
    }

    private void Add(List<ColumnProfile> profiles, ReadOnlySpan<byte> fields)
    {
        int place = 0;
        foreach (var range in fields.Split((byte)','))
        {
            if (place == MaxFields)
            {
                return;
            }

            if (place == profiles.Count)
            {
                profiles.Add(new());
            }

            profiles[place++].Add(fields[range].Trim((byte)' '), _marks, new NumberFormat((byte)'.', commaPossible: false));
        }
    }

    private string OnlyOne()
    {
        var numbers = _names.FindAll(name => _sentences[name].Exists(profile => profile.IsNumeric)
            && !(name.Length == 5 && name.EndsWith("ZDA", StringComparison.Ordinal)));
        return numbers.Count switch
        {
            1 => numbers[0],
            0 => throw Refusal.At(file.Name, 0, $"no sentence holds numbers. Sentences: {SafeText.List(_names)}"),
            _ => throw Refusal.At(file.Name, 0,
                $"several sentences hold numbers: {SafeText.List(numbers)}; name one with the input option sentence="),
        };
    }

    private int Place(string column, int count) =>
        int.TryParse(column.TrimStart('#'), NumberStyles.None, CultureInfo.InvariantCulture, out int number) && number >= 1
            && number <= count
            ? number - 1
            : throw Refusal.At(file.Name, 0,
                FormattableString.Invariant(
                $"'{SafeText.Text(column)}' in the input option columns= is not the number of a field, 1 to {count}"));
}
