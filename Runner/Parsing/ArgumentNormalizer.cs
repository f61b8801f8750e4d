using System.Reflection;
using CommandLine;

namespace DbIngest.Runner.Parsing;

/// <summary>
/// Brings arguments into one form, <c>--name=value</c> for every option that takes a value, and refuses what the parser
/// behind it would swallow without a word: a missing value, a value given to a flag, an option given twice, a stray word.
/// </summary>
internal sealed class ArgumentNormalizer
{
    private readonly string _verb;
    private readonly Dictionary<string, (OptionAttribute Option, Type Type)> _options = new(StringComparer.Ordinal);
    private readonly int _maxWords;

    public ArgumentNormalizer(Type verb)
    {
        _verb = verb.GetCustomAttribute<VerbAttribute>()!.Name;
        foreach (var property in verb.GetProperties())
        {
            if (property.GetCustomAttribute<OptionAttribute>() is { } option)
            {
                _options[option.LongName] = (option, property.PropertyType);
                if (option.ShortName.Length > 0)
                {
                    _options[option.ShortName] = (option, property.PropertyType);
                }
            }
            else if (property.GetCustomAttribute<ValueAttribute>() is not null)
            {
                _maxWords = property.PropertyType == typeof(string) ? 1 : int.MaxValue;
            }
        }
    }

    /// <summary>The arguments in one form: words first, since a repeatable option would take them for more of its values.</summary>
    /// <param name="arguments">The arguments after the verb.</param>
    /// <returns>The same in one form.</returns>
    /// <exception cref="UsageException">With one line for each that is wrong.</exception>
    public IReadOnlyList<string> Normalize(IReadOnlyList<string> arguments)
    {
        var problems = new List<string>();
        var normal = new List<string>();
        var words = new List<string>();
        var seen = new HashSet<string>(StringComparer.Ordinal);
        for (int i = 0; i < arguments.Count; i++)
        {
            string argument = arguments[i];
            if (argument.Length < 2 || argument[0] != '-')
            {
                words.Add(argument);
                continue;
            }

            string name = NameOf(argument, out string? value);
            if (!_options.TryGetValue(name, out var known))
            {
                problems.Add(Unknown(argument.Split('=')[0], name));

                // The word after it was meant as its value: one complaint is enough.
                i += value is null && i + 1 < arguments.Count && !IsOption(arguments[i + 1]) ? 1 : 0;
                continue;
            }

            string option = "--" + known.Option.LongName;
            bool repeatable = known.Type != typeof(string) && known.Type != typeof(bool);
            if (!seen.Add(option) && !repeatable)
            {
                problems.Add($"{option}: given twice; give it once.");
            }

            if (known.Type == typeof(bool))
            {
                problems.AddRange(value is null ? [] : [$"{option}: takes no value; leave '={value}' out."]);
                normal.Add(option);
                continue;
            }

            if (value is null && i + 1 < arguments.Count && !IsOption(arguments[i + 1]))
            {
                value = arguments[++i];
            }

            if (string.IsNullOrWhiteSpace(value))
            {
                problems.Add($"{option}: the value is missing; write {option} {known.Option.MetaValue}.");
            }
            else
            {
                normal.Add($"{option}={value}");
            }

            // A list of words, up to the next option.
            while (known.Option.Min > 0 && i + 1 < arguments.Count && !IsOption(arguments[i + 1]))
            {
                normal.Add($"{option}={arguments[++i]}");
            }
        }

        problems.AddRange(words.Skip(_maxWords).Select(
            w => $"'{w}': {_verb} takes no such word; options begin with --, and lists are separated by commas without spaces."));
        return problems.Count == 0 ? [.. words, .. normal] : throw new UsageException(problems);
    }

    private static string NameOf(string argument, out string? value)
    {
        int equals = argument.IndexOf('=', StringComparison.Ordinal);
        value = equals < 0 ? null : argument[(equals + 1)..];
        return (equals < 0 ? argument : argument[..equals]).TrimStart('-');
    }

    /// <summary>Whether a token begins an option; a negative number does not.</summary>
    private static bool IsOption(string token) => token.Length > 1 && token[0] == '-' && !char.IsAsciiDigit(token[1]);

    private string Unknown(string argument, string name)
    {
        string? near = Nearest.To(name, _options.Values.Select(o => o.Option.LongName).Distinct(StringComparer.Ordinal));
        return near is null
            ? $"{argument}: {_verb} has no such option; 'dbingest {_verb} --help' lists them."
            : $"{argument}: {_verb} has no such option; did you mean --{near}?";
    }
}
