using System.Collections;
using System.Reflection;
using CommandLine;
using DbIngest.Abstractions.Endpoints;

namespace DbIngest.Runner.Parsing;

/// <summary>
/// Normalizes arguments to <c>--name=value</c> and refuses what the parser behind it would ignore silently: a missing value, a
/// value for a flag, a repeated option, a stray word. <c>CommandReader</c> runs it before the parser, and manifests store its
/// result. It converts no value and knows no default.
/// </summary>
internal sealed class ArgumentNormalizer
{
    /// <summary>The text that replaces a missing value if the value of an option is optional.</summary>
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

    /// <summary>Normalizes arguments. Words come first, because a repeatable option would take them as further values.</summary>
    /// <param name="arguments">The arguments after the verb.</param>
    /// <exception cref="UsageException">With one line per problem.</exception>
    public IReadOnlyList<string> Normalize(IReadOnlyList<string> arguments) =>
        Normalize(arguments, out var problems) is var normal && problems.Count == 0 ? normal : throw new UsageException(problems);

    /// <summary>Normalizes the valid arguments.</summary>
    /// <param name="arguments">The arguments after the verb.</param>
    /// <param name="problems">One line per problem.</param>
    /// <returns>The valid arguments. A misspelt option becomes its likely meaning, so that its value is checked too.</returns>
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
            if (string.IsNullOrWhiteSpace(argument))
            {
                // Of a script whose variable is not set.
                found.Add($"'{argument}': {_verb} takes no empty argument; name what is meant, or leave it out.");
                continue;
            }

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
                    // The next word was meant as the value of the unknown option. One message about both suffices.
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
                // The value is optional.
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

            // A list of words ends at the next option.
            while (known.Option.Min > 0 && i + 1 < arguments.Count && !IsOption(arguments[i + 1]))
            {
                if (string.IsNullOrWhiteSpace(arguments[++i]))
                {
                    found.Add($"{option}: '{arguments[i]}' names nothing; leave it out, or name what is meant.");
                }
                else
                {
                    normal.Add($"{option}={arguments[i]}");
                }
            }
        }

        found.AddRange(words.Skip(_maxWords).Select(
            w => $"'{w}': {_verb} takes no such argument; options begin with --, and lists are separated by commas without "
                + $"spaces."));
        return [.. words.Take(_maxWords), .. normal];
    }

    private static bool IsList(Type type) => type != typeof(string) && type.IsAssignableTo(typeof(IEnumerable));

    private static string NameOf(string argument, out string? value)
    {
        int equals = argument.IndexOf('=', StringComparison.Ordinal);
        value = equals < 0 ? null : argument[(equals + 1)..];
        return (equals < 0 ? argument : argument[..equals]).TrimStart('-');
    }

    /// <summary>True if a word starts an option. A negative number does not.</summary>
    private static bool IsOption(string token) => token.Length > 1 && token[0] == '-' && !char.IsAsciiDigit(token[1]);

    private string? NearestTo(string name) =>
        Nearest.To(name, _options.Values.Select(o => o.Option.LongName).Distinct(StringComparer.Ordinal));

    private string Unknown(string argument, string? near) => near is null
        ? $"{argument}: {_verb} has no such option; 'dbingest {_verb} --help' lists them."
        : $"{argument}: {_verb} has no such option; did you mean --{near}?";
}
