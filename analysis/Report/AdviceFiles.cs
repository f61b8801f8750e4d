using System.Text;
using System.Text.Json;
using DbIngest.Analysis.Advise;
using DbIngest.Analysis.Output;
using DbIngest.Core.Results;

namespace DbIngest.Analysis.Report;

/// <summary>
/// Writes an advice as a self-contained page, as Markdown and as JSON. <c>SummaryOutput</c> calls it for the verb <c>advise</c>.
/// Each file replaces an older one whole.
/// </summary>
public static class AdviceFiles
{
    /// <summary>Name of the page.</summary>
    public const string Html = "advice.html";

    private const string Markdown = "advice.md";
    private const string Json = "advice.json";

    /// <summary>Lists the files that <see cref="Write"/> creates or replaces.</summary>
    public static IReadOnlyList<string> FilesOf(string folder) =>
        [.. new[] { Html, Markdown, Json }.Select(name => Path.Combine(folder, name))];

    /// <summary>Writes the files.</summary>
    /// <param name="folder">Created when missing.</param>
    /// <param name="advice">The advice.</param>
    /// <param name="commands">Commands that repeat the measurements.</param>
    /// <returns>Path of the page.</returns>
    /// <exception cref="IOException">A file cannot be written.</exception>
    /// <exception cref="UnauthorizedAccessException">The folder cannot be written.</exception>
    public static string Write(string folder, Advice advice, IReadOnlyList<string> commands)
    {
        Directory.CreateDirectory(folder);
        string page = Path.Combine(folder, Html);
        ResultFolder.WriteAtomically(page, Encoding.UTF8.GetBytes(PageOf(advice, commands)));
        ResultFolder.WriteAtomically(Path.Combine(folder, Markdown), Encoding.UTF8.GetBytes(MarkdownOf(advice, commands)));
        ResultFolder.WriteAtomically(Path.Combine(folder, Json),
            Encoding.UTF8.GetBytes(JsonSerializer.Serialize(advice, SummaryJson.Default.Advice) + "\n"));
        return page;
    }

    internal static string PageOf(Advice advice, IReadOnlyList<string> commands)
    {
        var table = AdviceTable.Of(advice);
        return HtmlPage.Of("Which store – ingestion benchmark", page =>
        {
            page.Open("header").Element("h1", "Which store").Element("p", HtmlTable.Polish(table.Title), ("class", "sub")).Close()
                .Line().Open("main").Line();
            page.Open("section", ("class", "answer"), ("aria-label", "Answer"));
            foreach (string sentence in advice.Answer)
            {
                page.Element("p", sentence, ("class", "lead"));
            }

            page.Close().Line().Element("h2", "Stores").Line();
            HtmlTable.WriteWide(page, table, "Stores");
            page.Element("h2", "Weakest evidence").Line();
            foreach (var store in advice.Stores)
            {
                page.Element("h3", store.Store).Line();
                WriteList(page, [.. store.Weakest, .. store.NotMeasured.Select(what => "Not measured: " + what)]);
            }

            page.Element("h2", "Not measured").Line();
            WriteList(page, advice.NotMeasured);
            page.Element("h2", "Again").Line().Element("pre", string.Join("\n", commands)).Line();
            page.Close().Line();
        });
    }

    internal static string MarkdownOf(Advice advice, IReadOnlyList<string> commands)
    {
        var text = new StringBuilder("# Which store\n\n**")
            .Append(MarkdownText.Escape(string.Join(" ", advice.Answer))).Append("**\n\n")
            .Append(AdviceTable.Of(advice).ToMarkdown());
        foreach (var store in advice.Stores)
        {
            text.Append("\n## ").Append(MarkdownText.Escape(store.Store)).Append("\n\n");
            Append(text, [.. store.Weakest, .. store.NotMeasured.Select(what => "Not measured: " + what)]);
        }

        text.Append("\n## Not measured\n\n");
        Append(text, advice.NotMeasured);
        return text.Append("\n```sh\n").AppendJoin('\n', commands.Select(MarkdownText.InFence)).Append("\n```\n").ToString();
    }

    private static void Append(StringBuilder text, IReadOnlyList<string> items)
    {
        foreach (string item in items)
        {
            text.Append("- ").Append(MarkdownText.Escape(item)).Append('\n');
        }
    }

    private static void WriteList(Figures.Drawing.MarkupWriter page, IReadOnlyList<string> items)
    {
        page.Open("ul");
        foreach (string item in items)
        {
            page.Element("li", item);
        }

        page.Close().Line();
    }
}
