using DbIngest.Abstractions.Records;
using DbIngest.Sources.Csv;
using DbIngest.Sources.Input;

namespace DbIngest.Sources.Lines;

/// <summary>
/// Reads one kind of NMEA 0183 sentence from a log, one record per sentence. <see cref="NmeaFormat"/> opens it with the layout
/// that <see cref="NmeaSniffer"/> found. The time of a record stands before its sentence, or in the last sentence of any kind
/// that gave a time. A sentence of any kind with a missing or wrong checksum is a malformed row. Not thread-safe.
/// </summary>
internal sealed class NmeaReader : LineReader
{
    private readonly NmeaOptions _options;
    private readonly NmeaLayout _layout;
    private readonly MissingMarks _marks = new(CsvOptions.UsualMissing, []);
    private readonly UtcTimeParser _time;
    private readonly NmeaClock _clock;
    private readonly byte[] _sentence;
    private readonly int _filesOfOneDay;
    private long _others;

    /// <summary>Opens the content.</summary>
    /// <param name="filesOfOneDay">Number of files that begin on the same day if no sentence tells another one; 0 where another
    /// reader says so.</param>
    public NmeaReader(InputFile file, NmeaOptions options, NmeaLayout layout, int filesOfOneDay)
        : base(file, layout.Values, options.SkipBadRows)
    {
        _filesOfOneDay = filesOfOneDay;
        (_options, _layout) = (options, layout);
        _time = new(layout.Date, options.TimeZone);
        _clock = new(options.BaseDate);
        _sentence = System.Text.Encoding.ASCII.GetBytes(layout.Sentence);
    }

    /// <inheritdoc/>
    public override IReadOnlyDictionary<string, string> Facts
    {
        get
        {
            var facts = new Dictionary<string, string>(StringComparer.Ordinal)
            {
                ["nmea_sentence"] = _layout.Sentence,
                ["nmea_rows_left_out"] = _others == 0 ? ""
                    : FormattableString.Invariant($"{_others} of other sentences ({SafeText.List(_layout.Others)})"),
                ["nmea_time"] = _layout.TimeInHead
                    ? $"before each sentence, {_layout.Date}, {_options.TimeZone?.Id ?? "as written in it, else UTC"}"
                    : "in the sentences, UTC",
                ["nmea_columns_left_out"] = string.Join(", ", _layout.LeftOut),
                ["nmea_bad_rows"] = Bad.Summary,
                ["nmea_torn_last_line"] = Bad.Torn ?? "none",
            };
            if (_filesOfOneDay > 0 && !_layout.TimeInHead && !_clock.HasHeardDay)
            {
                facts["nmea_oddity_base_date"] = FormattableString.Invariant(
                    $"its sentences tell no day, so each of the {_filesOfOneDay} files begins on the day of base-date=");
            }

            return facts;
        }
    }

    /// <inheritdoc/>
    protected override LineOutcome ReadLine(ReadOnlySpan<byte> line, RecordBatch batch, int row)
    {
        if (!NmeaSentence.TryParse(line, out var sentence) || !sentence.IsSound)
        {
            return LineOutcome.Faulty($"the checksum of '{SafeText.Text(line)}' is missing or wrong", isPerhapsTorn: true);
        }

        if (!_layout.TimeInHead)
        {
            _clock.Hear(sentence);
        }

        if (!sentence.Name.SequenceEqual(_sentence))
        {
            _others++;
            return LineOutcome.Nothing;
        }

        return ReadSentence(sentence, batch, row) is { } fault ? LineOutcome.Faulty(fault, isPerhapsTorn: false)
            : LineOutcome.Record;
    }

    /// <inheritdoc/>
    /// <remarks>The checksum at the line's end was correct.</remarks>
    protected override string? Doubt(ReadOnlySpan<byte> line) => null;

    /// <returns>The fault of the sentence, as a clause; null when it is sound.</returns>
    private string? ReadSentence(NmeaSentence sentence, RecordBatch batch, int row)
    {
        var quality = RecordQuality.Good;
        if (!TryTime(sentence, out long micros, ref quality))
        {
            return _layout.TimeInHead
                ? $"'{SafeText.Text(sentence.Head)}' is not a time in the order {_layout.Date}"
                : "no sentence has told day and time of day up to here (give the day with the input option base-date=)";
        }

        for (int column = 0; column < _layout.Fields.Count; column++)
        {
            var field = NmeaClock.Field(sentence.Fields, _layout.Fields[column]).Trim((byte)' ');
            if (!NumberParser.TryParse(field, (byte)'.', out double value))
            {
                if (!_marks.Has(field))
                {
                    return FormattableString.Invariant(
                        $"'{SafeText.Text(field)}' in field {_layout.Fields[column] + 1} is not a number");
                }

                value = double.NaN;
                quality |= RecordQuality.Missing;
            }

            batch.Values[(column * batch.Capacity) + row] = value;
        }

        batch.Timestamps[row] = micros;
        batch.Qualities[row] = (uint)quality;
        return null;
    }

    private bool TryTime(NmeaSentence sentence, out long micros, ref RecordQuality quality)
    {
        if (!_layout.TimeInHead)
        {
            micros = _clock.Now ?? 0;
            return _clock.Now is not null;
        }

        return _time.TryParse(KeyValueSniffer.HeadTime(sentence.Head), out micros, ref quality);
    }
}
