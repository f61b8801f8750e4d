using System.Globalization;
using DbIngest.Abstractions.Endpoints;
using DbIngest.Core.Plan;

namespace DbIngest.Runner.Parsing;

/// <summary>
/// Checks values of options and collects the problems, so that the user sees all of them at once. Verbs and readers of requests
/// create one and pass it to the readers in <c>Runner/Options</c>. A refused value gives a placeholder.
/// <see cref="ThrowIfRefused"/> ends the reading before a placeholder is used. Bounds are inclusive.
/// </summary>
internal sealed class OptionReader
{
    private readonly List<string> _problems = [];

    /// <summary>Records a problem.</summary>
    /// <param name="option">The name of the option with its dashes.</param>
    /// <param name="problem">The problem and its remedy, without a full stop.</param>
    public void Refuse(string option, string problem) => _problems.Add($"{option}: {problem}.");

    /// <summary>Records a problem under a condition.</summary>
    /// <param name="isProblem">True records it. False does nothing.</param>
    /// <param name="option">The name of the option with its dashes.</param>
    /// <param name="problem">The problem and its remedy, without a full stop.</param>
    public void RefuseIf(bool isProblem, string option, string problem)
    {
        if (isProblem)
        {
            Refuse(option, problem);
        }
    }

    /// <summary>Records a problem as a whole sentence.</summary>
    /// <param name="sentence">The option, the problem and its remedy, with a full stop.</param>
    public void Refuse(string sentence) => _problems.Add(sentence);

    /// <summary>True if a value of an option was refused, so that its absence means nothing.</summary>
    /// <param name="option">The name of the option with its dashes.</param>
    public bool HasRefused(string option) =>
        _problems.Exists(problem => problem.StartsWith(option + ":", StringComparison.Ordinal));

    /// <summary>Ends the reading if anything was refused.</summary>
    /// <exception cref="UsageException">At least one value was refused.</exception>
    public void ThrowIfRefused()
    {
        if (_problems.Count > 0)
        {
            throw new UsageException(_problems);
        }
    }

    /// <summary>Reads a list or range of whole numbers. Returns an empty list if refused.</summary>
    public IReadOnlyList<long> Numbers(string option, string text, long min, long max)
    {
        if (NumberList.TryParse(text, min, max, out var numbers, out string problem))
        {
            return numbers;
        }

        Refuse(option, problem);
        return [];
    }

    /// <summary>Reads a whole number. Returns the smallest allowed one if refused.</summary>
    public long Number(string option, WholeNumberValue given, long min, long max)
    {
        if (given.Number is { } number && number >= min && number <= max)
        {
            return number;
        }

        Refuse(option, string.Create(CultureInfo.InvariantCulture,
            $"'{given}' is not a whole number from {min} to {max:N0}; give one"));
        return min;
    }

    /// <summary>Reads a decimal number. Returns the smallest allowed one if refused.</summary>
    public double Decimal(string option, DecimalValue given, double min, double max)
    {
        if (given.Number is { } number && number >= min && number <= max)
        {
            return number;
        }

        Refuse(option, string.Create(CultureInfo.InvariantCulture,
            $"'{given}' is not a number from {min} to {max}; give one, with a point"));
        return min;
    }

    /// <summary>Reads a seed. Returns 0 if refused.</summary>
    public ulong Seed(string option, SeedValue given)
    {
        if (given.Seed is { } seed)
        {
            return seed;
        }

        Refuse(option, $"'{given}' is not a 64-bit number of 0 or more; give one, decimal or with 0x hexadecimal");
        return 0;
    }

    /// <summary>Reads distinct names. Returns an empty list if a name is empty, and all names if one is repeated.</summary>
    public IReadOnlyList<string> Words(string option, NameList given)
    {
        if (given.Names.Any(name => name.Length == 0))
        {
            Refuse(option, $"'{given}' has an empty entry; separate names by single commas");
            return [];
        }

        if (given.Names.GroupBy(name => name, StringComparer.Ordinal).FirstOrDefault(same => same.Count() > 1) is { } twice)
        {
            Refuse(option, $"{twice.Key} is given twice; give each name once");
        }

        return given.Names;
    }

    /// <summary>Reads a value of an enumeration. Returns the value 0 of the enumeration if refused.</summary>
    public T Choice<T>(string option, Choice<T> given)
        where T : struct, Enum
    {
        if (given.Value is { } value)
        {
            return value;
        }

        RefuseChoice(option, given.Text, Parsing.Choice<T>.Names);
        return default;
    }

    /// <summary>Reads one word of a set. Returns the first word if refused.</summary>
    public string Choice(string option, string text, params IReadOnlyList<string> choices)
    {
        if (choices.FirstOrDefault(c => string.Equals(c, text, StringComparison.OrdinalIgnoreCase)) is { } choice)
        {
            return choice;
        }

        RefuseChoice(option, text, choices);
        return choices[0];
    }

    /// <summary>Reads source layouts separated by commas. Returns an empty list if one is refused.</summary>
    public IReadOnlyList<SourceLayout> Layouts(string option, string text)
    {
        var layouts = new List<SourceLayout>();
        foreach (string item in text.Split(','))
        {
            // A range such as 1..8 is a range of numbers. Only a sum such as 5+3 needs the notation of layouts.
            if (item.Contains("..", StringComparison.Ordinal))
            {
                layouts.AddRange(Numbers(option, item, 1, SourceLayout.MaxSources).Select(n => SourceLayout.Single((int)n)));
            }
            else if (SourceLayout.TryParse(item, out var layout))
            {
                layouts.Add(layout);
            }
            else
            {
                Refuse(option, $"'{item}' is not a number of sources from 1 to {SourceLayout.MaxSources}; write 8, or 5+3 for "
                    + $"two processes");
                return [];
            }
        }

        if (layouts.GroupBy(l => l).FirstOrDefault(g => g.Count() > 1) is { } twice)
        {
            Refuse(option, $"{twice.Key} is given twice; give each value once");
        }

        return layouts;
    }

    private void RefuseChoice(string option, string text, IReadOnlyList<string> choices) =>
        Refuse(option, $"'{text}' is not known; {Nearest.Remedy(text, choices, $"it is one of {string.Join(", ", choices)}")}");
}
