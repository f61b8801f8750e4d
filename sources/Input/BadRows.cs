using System.Globalization;
namespace DbIngest.Sources.Input;

/// <summary>Rows that are malformed: they end the reading, or are counted.</summary>
/// <param name="name">The file's name.</param>
/// <param name="skip">Whether they are counted only.</param>
internal sealed class BadRows(string name, bool skip)
{
    private const int MaxShown = 3;
    private const int MaxFault = 500;

    private readonly List<string> _first = [];
    private long _count;
    private (long Line, string Fault)? _waiting;

    /// <summary>How many there were, and the first of them.</summary>
    public string Summary => _count == 0
        ? "0"
        : $"{_count.ToString(CultureInfo.InvariantCulture)} skipped: {string.Join("; ", _first)}{(_count > _first.Count ? "; ..." : "")}";

    /// <summary>The last row, when it was cut off and left out; null when it was not.</summary>
    public string? Torn => _waiting is { } row ? $"left out: line {row.Line}: {row.Fault}" : null;

    /// <summary>The file's name.</summary>
    public string File => name;

    /// <summary>Deals with one.</summary>
    /// <param name="line">Its line or, in a binary file, its number, counted from 1.</param>
    /// <param name="fault">What is wrong with it.</param>
    /// <param name="perhapsTorn">Whether it is sound up to where it was cut off, should it turn out to be the last row.</param>
    /// <exception cref="InputException">Malformed rows are not to be skipped.</exception>
    public void Add(long line, string fault, bool perhapsTorn = false)
    {
        _waiting = (line, Shown.Bounded(fault, MaxFault));
        if (!perhapsTorn)
        {
            Confirm();
        }
    }

    /// <summary>Counts or refuses the waiting row. Readers call it when another row follows, which shows that the row was not cut off but malformed.</summary>
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
            throw new InputException($"{name}, line {line}: {fault}. To leave such rows out and count them: --on-bad-row skip (the input option bad-rows=skip).");
        }

        _count++;
        if (_first.Count < MaxShown)
        {
            _first.Add($"{name}, line {line}: {fault}");
        }
    }
}
