using System.Text.RegularExpressions;
using DbIngest.Core.Tests.Architecture;

namespace DbIngest.Core.Tests.Documents;

/// <summary>A Markdown file of the repository, by its kinds of lines. The tests of this folder read pages through it.</summary>
/// <param name="File">The path from the repository's root, with forward slashes.</param>
/// <param name="Text">The whole file.</param>
internal sealed partial record MarkdownPage(string File, string Text)
{
    /// <summary>Every Markdown file of the repository but the locked outputs of tests.</summary>
    public static IReadOnlyList<MarkdownPage> All { get; } =
    [
        .. from file in SourceTree.Files
           where file.EndsWith(".md", StringComparison.Ordinal) && !file.Contains("/Data/", StringComparison.Ordinal)
           select new MarkdownPage(file, SourceTree.Read(file)),
    ];

    private string[] Lines => Text.Split('\n');

    /// <summary>The lines outside of code blocks, each with its number from 1.</summary>
    public IEnumerable<(int Number, string Text)> Prose
    {
        get
        {
            bool isCode = false;
            foreach (var (index, line) in Lines.Index())
            {
                bool isFence = line.TrimStart().StartsWith("```", StringComparison.Ordinal);
                isCode ^= isFence;
                if (!isCode && !isFence)
                {
                    yield return (index + 1, line);
                }
            }
        }
    }

    /// <summary>The headings of a level, without number signs.</summary>
    /// <param name="level">The number of number signs; 0 for all levels.</param>
    public IEnumerable<string> Headings(int level = 0) => Prose
        .Select(line => Heading().Match(line.Text))
        .Where(match => match.Success && (level == 0 || match.Groups["level"].Length == level))
        .Select(match => match.Groups["text"].Value);

    /// <summary>The anchors that a link may name: those of the headings.</summary>
    public IEnumerable<string> Anchors => Headings().Select(Anchor);

    /// <summary>The targets of the page's links and pictures, each with its line.</summary>
    public IEnumerable<(int Number, string Target)> Links =>
        Prose.SelectMany(line => Link().Matches(Code().Replace(line.Text, string.Empty))
            .Select(match => (line.Number, match.Groups["target"].Value)));

    /// <summary>
    /// Lines longer than allowed: not rows of tables, whose cells cannot be broken, nor a line that is one word, such as an
    /// address.
    /// </summary>
    /// <param name="most">The most characters of a line.</param>
    public IEnumerable<int> TooLong(int most) => Lines.Index()
        .Where(line => line.Item.Length > most
            && !line.Item.TrimStart().StartsWith('|')
            && line.Item.Trim().Contains(' ', StringComparison.Ordinal))
        .Select(line => line.Index + 1);

    /// <summary>The first lines of paragraphs and list items that have more lines than allowed.</summary>
    /// <param name="most">The most lines of a paragraph.</param>
    public IEnumerable<int> LongParagraphs(int most)
    {
        int first = 0;
        int previous = 0;
        foreach (var (number, text) in Prose)
        {
            bool begins = text.Length == 0 || NewBlock().IsMatch(text);
            if (begins || number != previous + 1)
            {
                if (first > 0 && previous - first + 1 > most)
                {
                    yield return first;
                }

                first = text.Length == 0 || text.TrimStart().StartsWith('|') ? 0 : number;
            }
            else if (first == 0 && !text.TrimStart().StartsWith('|'))
            {
                first = number;
            }

            previous = number;
        }

        if (first > 0 && previous - first + 1 > most)
        {
            yield return first;
        }
    }

    private static string Anchor(string heading) => string.Concat(
        LinkText().Replace(heading, "${text}").ToLowerInvariant().Where(c => char.IsLetterOrDigit(c) || c is ' ' or '-' or '_'))
            .Replace(' ', '-');

    [GeneratedRegex("^(?<level>#{1,6}) (?<text>.+)$", RegexOptions.ExplicitCapture, 1000)]
    private static partial Regex Heading();

    [GeneratedRegex(@"\]\((?<target>[^)\s]+)\)", RegexOptions.ExplicitCapture, 1000)]
    private static partial Regex Link();

    [GeneratedRegex(@"\[(?<text>[^\]]*)\]\([^)]*\)", RegexOptions.ExplicitCapture, 1000)]
    private static partial Regex LinkText();

    [GeneratedRegex("`[^`]*`", RegexOptions.None, 1000)]
    private static partial Regex Code();

    // A list item, a row of a table, a heading, a comment.
    [GeneratedRegex(@"^\s*([-*+] |\d+[.)] |\||#|<!--)", RegexOptions.ExplicitCapture, 1000)]
    private static partial Regex NewBlock();
}
