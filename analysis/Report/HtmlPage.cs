using System.Security.Cryptography;
using System.Text;
using DbIngest.Analysis.Figures.Drawing;

namespace DbIngest.Analysis.Report;

/// <summary>
/// Writes the frame of a self-contained page: its styles, one script, and a policy under which a browser runs only these and
/// loads nothing. The pages of reports, comparisons, histories, advices and published results, and the live page, write their
/// body into it.
/// </summary>
internal static class HtmlPage
{
    /// <summary>Writes a page.</summary>
    /// <param name="title">Plain text; it is escaped here.</param>
    /// <param name="body">Writes the content of the body. Texts from outside must go through the writer's escaping
    /// methods.</param>
    /// <param name="script">The script of the page. It must contain no input.</param>
    /// <param name="style">A style sheet after that of the report; null for none.</param>
    public static string Of(string title, Action<MarkupWriter> body, string script = PageScript.Text, string? style = null) =>
        Of(title, string.Empty, [PageStyle.Text, .. style is null ? Array.Empty<string>() : [style]], [script], body);

    /// <summary>
    /// Writes a page that loads its content from its own address, such as the live page. Its policy also allows the report's
    /// script, because the report replaces the page at the end.
    /// </summary>
    /// <param name="title">Plain text; it is escaped here.</param>
    /// <param name="style">A style sheet after that of the report.</param>
    /// <param name="script">The script in place of the report's.</param>
    /// <param name="body">Writes the content of the body.</param>
    public static string Asking(string title, string style, string script, Action<MarkupWriter> body) =>
        Of(title, " connect-src 'self';", [PageStyle.Text, style], [script, PageScript.Text], body);

    /// <param name="title">Plain text.</param>
    /// <param name="connects">The policy's directive about connections, with its semicolon. Empty to allow none.</param>
    /// <param name="styles">All are embedded.</param>
    /// <param name="scripts">The policy allows all; the first is embedded.</param>
    /// <param name="body">Writes the content of the body.</param>
    private static string Of(string title, string connects, string[] styles, string[] scripts, Action<MarkupWriter> body)
    {
        var page = new MarkupWriter().Trusted("<!DOCTYPE html>\n").Open("html", ("lang", "en")).Line().Open("head").Line();
        page.Empty("meta", ("charset", "utf-8")).Line();
        page.Empty("meta", ("http-equiv", "Content-Security-Policy"), ("content",
            $"default-src 'none'; style-src {Hashes(styles)}; script-src {Hashes(scripts)};{connects} base-uri 'none'; "
            + $"form-action 'none'")).Line();
        page.Empty("meta", ("name", "viewport"), ("content", "width=device-width, initial-scale=1")).Line();
        page.Empty("meta", ("name", "referrer"), ("content", "no-referrer")).Line();
        page.Element("title", title).Line();
        foreach (string style in styles)
        {
            page.Open("style").Trusted(style).Close().Line();
        }

        page.Close().Line();
        page.Open("body").Line();
        body(page);
        page.Open("script").Trusted(scripts[0]).Close().Line();
        return page.Close().Line().Close().Line().ToString();
    }

    private static string Hashes(IEnumerable<string> texts) => string.Join(' ', texts.Select(text => $"'{Hash(text)}'"));

    private static string Hash(string text) => "sha256-" + Convert.ToBase64String(SHA256.HashData(Encoding.UTF8.GetBytes(text)));
}
