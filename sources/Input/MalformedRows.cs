using System.Globalization;

namespace DbIngest.Sources.Input;

/// <summary>
/// Handles the malformed rows of one file: the first one ends the reading, or all are counted, as the input option
/// <c>bad-rows</c> says. The reader of each file owns one and reports every malformed row here: it must skip none in silence.
/// </summary>
/// <remarks>
/// Facts keep the texts of faults, and a resumed sweep compares facts: rewording a fault makes older results impossible to
/// resume.
/// </remarks>
/// <param name="skip">True to count malformed rows, false to stop at the first.</param>
internal sealed class MalformedRows(string name, bool skip)
{
    private const int MaxShown = 3;
    private const int MaxFault = 500;

    private readonly List<string> _first = [];
    private long _count;
    private (long Line, string Fault)? _waiting;

    /// <summary>The number of skipped rows, with the first three.</summary>
    public string Summary => _count == 0
        ? "0"
        : $"{_count.ToString(CultureInfo.InvariantCulture)} skipped: "
            + $"{string.Join("; ", _first)}{(_count > _first.Count ? "; ..." : "")}";

    /// <summary>The last row, when it was cut off and left out. Null otherwise.</summary>
    public string? Torn => _waiting is { } row ? $"left out: line {row.Line}: {row.Fault}" : null;

    public string File => name;

    /// <summary>Reports a malformed row.</summary>
    /// <param name="line">The row's line or, in a binary file, its number, from 1.</param>
    /// <param name="fault">The fault, as a clause.</param>
    /// <param name="perhapsTorn">True when the row is sound up to its end: if it is the last row, it was cut off and is not
    /// counted.</param>
    /// <exception cref="InputException">Malformed rows are not to be skipped.</exception>
    public void Add(long line, string fault, bool perhapsTorn = false)
    {
        _waiting = (line, SafeText.Bounded(fault, MaxFault));
        if (!perhapsTorn)
        {
            Confirm();
        }
    }

    /// <summary>
    /// Confirms that another row follows, so the reported row was malformed rather than cut off. A reader that passes
    /// <c>perhapsTorn</c> must call it at every row.
    /// </summary>
    /// <exception cref="InputException">Malformed rows are not to be skipped.</exception>
    public void Confirm()
    {
        if (_waiting is not var (line, fault))
        {
            return;
        }

        _waiting = null;
        if (!skip)
        {
            throw new InputException(
                $"{name}, line {line}: {fault}. To leave such rows out and count them: --on-bad-row skip (the input option "
                + $"bad-rows=skip).");
        }

        _count++;
        if (_first.Count < MaxShown)
        {
            _first.Add($"{name}, line {line}: {fault}");
        }
    }
}
