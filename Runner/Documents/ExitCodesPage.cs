using System.Globalization;
using System.Reflection;
using CommandLine;
using DbIngest.Runner.Help;

namespace DbIngest.Runner.Documents;

/// <summary>
/// Writes the reference page <c>exit-codes.md</c> from the codes and the guides of the verbs. <see cref="ReferencePages"/>
/// lists it. A verb stands beside a code only if <see cref="VerbGuide.Codes"/> of the verb names the code.
/// </summary>
internal static class ExitCodesPage
{
    /// <summary>Codes that every verb may return. <see cref="VerbGuide.Codes"/> must not repeat them.</summary>
    private static readonly ExitCode[] OfEveryVerb =
        [ExitCode.Done, ExitCode.BadArguments, ExitCode.InternalError, ExitCode.Interrupted];

    /// <summary>Writes the text of the page.</summary>
    /// <param name="all">The option classes of all verbs.</param>
    public static string Write(IReadOnlyList<Type> all)
    {
        var page = new MarkdownPage("Exit codes");
        string[] verbs = [.. all.Select(verb => verb.GetCustomAttribute<VerbAttribute>()!).Where(verb => !verb.Hidden)
            .Select(verb => verb.Name)];
        page.Table(
            ["code", "meaning", "verbs"],
            Enum.GetValues<ExitCode>().Select(code => new[]
            {
                ((int)code).ToString(CultureInfo.InvariantCulture),
                MarkdownPage.OfHelp(ExitCodeHelp.Meaning(code)),
                OfEveryVerb.Contains(code) ? "all"
                    : string.Join(", ", verbs.Where(verb => VerbGuide.Of(verb).Codes.Contains(code))),
            }));
        page.Paragraph(ExitCodeHelp.Precedence + " `report` has the code that the run had by its results: 0, 3 or 4. Any verb "
            + "ends with 4 whose standard output is closed, or a file on a full disk.");
        return page.ToString();
    }
}
