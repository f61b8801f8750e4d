using System.Security.Cryptography;
using System.Text;
using DbIngest.Analysis.Figures.Drawing;

namespace DbIngest.Analysis.Report;

/// <summary>
/// Writes the frame of a self-contained page: one style sheet, one script, and a policy under which a browser runs those two and
/// loads nothing. Reports and comparisons write their body into it.
/// </summary>
internal static class HtmlPage
{
    /// <summary>Writes a page.</summary>
    /// <param name="title">Plain text; it is escaped here.</param>
    /// <param name="body">Writes the content of the body. Texts from outside must go through the writer's escaping
    /// methods.</param>
    public static string Of(string title, Action<MarkupWriter> body)
    {
        var page = new MarkupWriter().Trusted("<!DOCTYPE html>\n").Open("html", ("lang", "en")).Line().Open("head").Line();
        page.Empty("meta", ("charset", "utf-8")).Line();
        page.Empty("meta", ("http-equiv", "Content-Security-Policy"), ("content",
            $"default-src 'none'; style-src '{Hash(PageStyle.Text)}'; script-src '{Hash(PageScript.Text)}'; base-uri 'none'; "
            + $"form-action 'none'")).Line();
        page.Empty("meta", ("name", "viewport"), ("content", "width=device-width, initial-scale=1")).Line();
        page.Empty("meta", ("name", "referrer"), ("content", "no-referrer")).Line();
        page.Element("title", title).Line();
        page.Open("style").Trusted(PageStyle.Text).Close().Line().Close().Line();
        page.Open("body").Line();
        body(page);
        page.Open("script").Trusted(PageScript.Text).Close().Line();
        return page.Close().Line().Close().Line().ToString();
    }

    private static string Hash(string text) => "sha256-" + Convert.ToBase64String(SHA256.HashData(Encoding.UTF8.GetBytes(text)));
}
