using System.Collections;
using System.Reflection;
using CommandLine;
using DbIngest.Abstractions.Endpoints;

namespace DbIngest.Runner.Parsing;

/// <summary>
/// Brings arguments into one form, <c>--name=value</c> for every option that takes a value, and refuses what the parser
/// behind it would swallow without a word: a missing value, a value given to a flag, an option given twice, a stray word.
/// </summary>
internal sealed class ArgumentNormalizer
{
    /// <summary>The value of an option that was given without the one that it may have.</summary>
    public const string LeftOut = "default";

    private readonly string _verb;
    private readonly Dictionary<string, (OptionAttribute Option, Type Type)> _options = new(StringComparer.Ordinal);
    private readonly int _maxWords;

    public ArgumentNormalizer(Type verb)
    {
        _verb = verb.GetCustomAttribute<VerbAttribute>()!.Name;
        foreach (var property in verb.GetProperties())
        {
            if (property.GetCustomAttribute<OptionAttribute>() is { Hidden: false } option)
            {
                _options[option.LongName] = (option, property.PropertyType);
                if (option.ShortName.Length > 0)
                {
                    _options[option.ShortName] = (option, property.PropertyType);
                }
            }
            else if (property.GetCustomAttribute<ValueAttribute>() is not null)
            {
                _maxWords = IsList(property.PropertyType) ? int.MaxValue : 1;
            }
        }

        foreach (var axis in AxisArguments.Of(verb))
        {
            _options[axis.Option] = (AxisArguments.Declare(axis), typeof(string));
        }
    }

    /// <summary>The arguments in one form: words first, since a repeatable option would take them for more of its values.</summary>
    /// <param name="arguments">The arguments after the verb.</param>
    /// <returns>The same in one form.</returns>
    /// <exception cref="UsageException">With one line for each that is wrong.</exception>
    public IReadOnlyList<string> Normalize(IReadOnlyList<string> arguments) =>
        Normalize(arguments, out var problems) is var normal && problems.Count == 0 ? normal : throw new UsageException(problems);

    /// <summary>The arguments in one form, as far as they are understood.</summary>
    /// <param name="arguments">The arguments after the verb.</param>
    /// <param name="problems">One line for each that is wrong.</param>
    /// <returns>The others; a misspelt option stands as what it was probably meant to be, so that its value is looked at too.</returns>
    public IReadOnlyList<string> Normalize(IReadOnlyList<string> arguments, out IReadOnlyList<string> problems)
    {
        var found = new List<string>();
        problems = found;
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
                string? near = NearestTo(name);
                found.Add(Unknown(argument.Split('=')[0], near));
                if (near is null || seen.Contains("--" + near))
                {
                    // The word after it was meant as its value: one complaint is enough.
                    i += value is null && i + 1 < arguments.Count && !IsOption(arguments[i + 1]) ? 1 : 0;
                    continue;
                }

                known = _options[near];
            }

            string option = "--" + known.Option.LongName;
            if (!seen.Add(option) && !IsList(known.Type))
            {
                found.Add($"{option}: given twice; give it once.");
            }

            if (known.Type == typeof(bool))
            {
                found.AddRange(value is null ? [] : [$"{option}: takes no value; leave '={value}' out."]);
                normal.Add(option);
                continue;
            }

            if (value is null && i + 1 < arguments.Count && !IsOption(arguments[i + 1]))
            {
                value = arguments[++i];
            }

            if (value is null && known.Option.MetaValue.StartsWith("[[", StringComparison.Ordinal))
            {
                // The whole value may be left out.
                normal.Add($"{option}={LeftOut}");
                continue;
            }

            if (string.IsNullOrWhiteSpace(value))
            {
                found.Add($"{option}: the value is missing; write {option} {known.Option.MetaValue}.");
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

        found.AddRange(words.Skip(_maxWords).Select(
            w => $"'{w}': {_verb} takes no such argument; options begin with --, and lists are separated by commas without spaces."));
        return [.. words.Take(_maxWords), .. normal];
    }

    private static bool IsList(Type type) => type != typeof(string) && type.IsAssignableTo(typeof(IEnumerable));

    private static string NameOf(string argument, out string? value)
    {
        int equals = argument.IndexOf('=', StringComparison.Ordinal);
        value = equals < 0 ? null : argument[(equals + 1)..];
        return (equals < 0 ? argument : argument[..equals]).TrimStart('-');
    }

    /// <summary>Whether a token begins an option; a negative number does not.</summary>
    private static bool IsOption(string token) => token.Length > 1 && token[0] == '-' && !char.IsAsciiDigit(token[1]);

    private string? NearestTo(string name) => Nearest.To(name, _options.Values.Select(o => o.Option.LongName).Distinct(StringComparer.Ordinal));

    private string Unknown(string argument, string? near) => near is null
        ? $"{argument}: {_verb} has no such option; 'dbingest {_verb} --help' lists them."
        : $"{argument}: {_verb} has no such option; did you mean --{near}?";
}
