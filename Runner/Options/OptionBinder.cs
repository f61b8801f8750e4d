using System.Reflection;
using CommandLine;
using CommandLine.Text;
using DbIngest.Runner.Parsing;

namespace DbIngest.Runner.Options;

/// <summary>
/// Binds normalized arguments to the option class of a verb. <c>CommandReader</c> calls it for the command line,
/// <c>Resumption</c> and <c>RunAgain</c> for the arguments that a manifest stores, <c>AdviseVerb</c> for those that a stored
/// advice holds and for each step. It converts texts only: the readers check values.
/// </summary>
internal static class OptionBinder
{
    /// <summary>Binds arguments.</summary>
    /// <param name="verb">The option class of the verb.</param>
    /// <param name="normal">Arguments from <see cref="ArgumentNormalizer"/>, without the verb.</param>
    /// <returns>An object of the option class.</returns>
    /// <exception cref="UsageException">An argument does not fit the class. Has one line per problem.</exception>
    public static object Bind(Type verb, IReadOnlyList<string> normal)
    {
        string[] all = [verb.GetCustomAttribute<VerbAttribute>()!.Name, .. normal];
        using var parser = new Parser(settings =>
        {
            settings.HelpWriter = null;
            settings.AllowMultiInstance = true;
            settings.EnableDashDash = false;
            settings.AutoVersion = false;
        });
        var result = parser.ParseArguments(AxisArguments.Bindable(verb, all), verb);
        return result.Value
            ?? throw new UsageException(
                [.. result.Errors.Select(e => $"{string.Join(' ', all)}: {SentenceBuilder.Create().FormatError(e)}.")]);
    }

    /// <summary>
    /// Lists the options that a class declares itself, with their dashes, without inherited ones. <c>verify</c> drops these from
    /// the arguments of a stored run.
    /// </summary>
    /// <param name="verb">The option class of a verb.</param>
    public static IReadOnlySet<string> OwnOptionsOf(Type verb) => verb
        .GetProperties(BindingFlags.Public | BindingFlags.Instance | BindingFlags.DeclaredOnly)
        .Select(property => property.GetCustomAttribute<OptionAttribute>()).OfType<OptionAttribute>()
        .Select(option => "--" + option.LongName).ToHashSet(StringComparer.Ordinal);
}
