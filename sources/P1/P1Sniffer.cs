using System.Text;
using DbIngest.Abstractions.Records;
using DbIngest.Sources.Input;
using DbIngest.Sources.Lines;

namespace DbIngest.Sources.P1;

/// <summary>
/// Determines from the first 200 sound telegrams which of their objects are values. <see cref="P1Format"/> runs it once per file,
/// before the reader. It refuses captures without checksum or time.
/// </summary>
internal sealed class P1Sniffer(InputFile file, P1Options options)
{
    private const int SampleTelegrams = 200;
    private const int MaxCodes = 1000;
    private const long MaxBytes = 64L << 20;

    private readonly List<(string Code, string Unit)> _quantities = [];
    private readonly List<string> _others = [];
    private bool _unprotected;
    private bool _timed;
    private (long Line, string Fault) _first = (0, string.Empty);

    /// <summary>Reads the beginning of the file.</summary>
    /// <exception cref="InputException">No telegram is sound, states its time, or holds numbers with a unit.</exception>
    public P1Layout Sniff()
    {
        int telegrams = Sample();
        if (telegrams == 0)
        {
            throw Refusal.At(file.Name, _unprotected ? 0 : _first.Line, _unprotected
                ? "its telegrams have neither a checksum nor a time, as before DSMR 4; let the logger write the values with its "
                    + "own time, as CSV or JSON lines"
                : $"no telegram at its beginning has the right checksum{_first.Fault}; the capture lost bytes, or changed them: "
                    + "record the port again");
        }

        if (!_timed)
        {
            throw Refusal.At(file.Name, 0,
                "its telegrams do not state their time (0-0:1.0.0); let the logger write the values with its own time, as CSV or "
                + "JSON lines");
        }

        string[] names = [
            .. ColumnNames.ToColumns(_quantities.Select(q => (P1Names.Of(Encoding.ASCII.GetBytes(q.Code)), (string?)null)))
            .Select(column => column.Name)];
        int[] chosen = options.Columns is { } columns ? [.. columns.Select(c => Place(names, c.Column))]
            : [.. Enumerable.Range(0, names.Length)];
        FieldChoice.Check([.. chosen.Select(i => names[i])], time: null);
        if (chosen.Length is 0 or > RecordSchema.MaxValues)
        {
            throw Refusal.At(file.Name, 0,
                FormattableString.Invariant(
                $"its telegrams hold {chosen.Length} numbers with a unit, and a record carries 1 to {RecordSchema.MaxValues}"));
        }

        return new(
            [.. chosen.Select(i => _quantities[i].Code)],
            new RecordSchema(
                [.. ColumnNames.ToColumns(chosen.Select((q, i) => (names[q], options.Columns?[i].Name)))
                .Zip(chosen, (column, i) => column with { Unit = _quantities[i].Unit })]),
            [.. _others, .. Enumerable.Range(0, names.Length).Except(chosen).Select(i => names[i])]);
    }

    private int Sample()
    {
        using var telegrams = new P1Telegrams(file, MaxBytes);
        var seen = new List<(string Code, string? Unit)>();
        int sound = 0;
        bool timed = false;
        while (sound < SampleTelegrams)
        {
            switch (telegrams.Next(out var line))
            {
                case P1Step.End:
                    return sound;
                case P1Step.Begin:
                    seen.Clear();
                    timed = false;
                    break;
                case P1Step.Line when P1Object.TryParse(line, out var found) && seen.Count < MaxCodes:
                    timed |= found.IsTime && P1Object.IsTimeText(found.Text);
                    seen.Add((Encoding.ASCII.GetString(found.Code), found.IsSingle && found.TryQuantity(out _, out var unit)
                        ? Encoding.UTF8.GetString(unit) : null));
                    break;
                case P1Step.Sound:
                    sound++;
                    _timed |= timed;
                    Learn(seen);
                    break;
                case P1Step.Faulty:
                    _unprotected |= telegrams.IsUnprotected;
                    _first = _first.Line == 0 ? (telegrams.Line, $"; of the first, {telegrams.Fault}") : _first;
                    break;
                default:
                    break;
            }
        }

        return sound;
    }

    private void Learn(List<(string Code, string? Unit)> seen)
    {
        foreach (var (code, unit) in seen)
        {
            if (unit is null)
            {
                if (_others.Count < MaxCodes && !_others.Contains(code) && !_quantities.Exists(q => q.Code == code))
                {
                    _others.Add(code);
                }
            }
            else if (_quantities.Count < MaxCodes && !_quantities.Exists(q => q.Code == code))
            {
                _quantities.Add((code, unit));
                _others.Remove(code);
            }
        }
    }

    private int Place(string[] names, string name) => Array.IndexOf(names, name) is var place and >= 0
        ? place
        : throw Refusal.At(file.Name, 0,
            $"no number with a unit in its telegrams is '{SafeText.Text(name)}'. Values: {SafeText.List(names)}");
}
