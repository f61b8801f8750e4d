using System.Text.RegularExpressions;
using DbIngest.Core.Tests.Architecture;

namespace DbIngest.Core.Tests.Documents;

/// <summary>Every Markdown page can be read in an editor and leads somewhere: lines, paragraphs and links.</summary>
public partial class MarkdownTests
{
    /// <summary>The same as <c>max_line_length</c> in .editorconfig.</summary>
    private const int MostCharacters = 130;

    private const int MostLines = 6;

    /// <summary>Files whose texts may name a page of docs: messages, comments, packaging.</summary>
    private static readonly string[] Naming = [".cs", ".md", ".csproj", ".props", ".targets", ".yaml", ".yml", ".ps1", ".psm1"];

    [Fact]
    public void Pages_AreMany() => MarkdownPage.All.Count.ShouldBeGreaterThan(30);

    /// <summary>Rows of tables are left out: a cell cannot be broken.</summary>
    [Fact]
    public void Lines_AreNotTooLong() =>
        MarkdownPage.All.SelectMany(page => page.TooLong(MostCharacters).Select(line => $"{page.File}:{line}")).ShouldBeEmpty();

    [Fact]
    public void Paragraphs_AreNotTooLong() =>
        MarkdownPage.All.SelectMany(page => page.LongParagraphs(MostLines).Select(line => $"{page.File}:{line}")).ShouldBeEmpty();

    [Fact]
    public void Links_LeadSomewhere() => MarkdownPage.All
        .SelectMany(page => page.Links.Where(link => !Leads(page, link.Target))
            .Select(link => $"{page.File}:{link.Number}: {link.Target}"))
        .ShouldBeEmpty();

    /// <summary>What messages, comments and projects call a page of docs is a file.</summary>
    [Fact]
    public void PathsIntoDocs_InAnyFile_AreFiles() => SourceTree.Files
        .Where(file => Naming.Contains(Path.GetExtension(file)))
        .SelectMany(file => PathIntoDocs().Matches(SourceTree.Read(file)).Select(match => (File: file, Path: match.Value)))
        .Where(found => !Path.Exists(Path.Combine(SourceTree.Root, found.Path)))
        .Select(found => $"{found.File}: {found.Path}")
        .ShouldBeEmpty();

    /// <summary>The checks can fail.</summary>
    [Fact]
    public void Page_WithFaults_IsSeen()
    {
        string words = string.Join(' ', Enumerable.Repeat("word", 30));
        var page = new MarkdownPage("README.md",
            $"# One\n\n{words}\n\n| {words} |\n\n{words.Replace(' ', '\n')}\n\n[a](nowhere.md) [b](#one) [c](#two)\n");

        page.TooLong(MostCharacters).ShouldBe([3]);
        page.LongParagraphs(MostLines).ShouldBe([7]);
        page.Links.Where(link => !Leads(page, link.Target)).Select(link => link.Target).ShouldBe(["nowhere.md", "#two"]);
    }

    private static bool Leads(MarkdownPage page, string target)
    {
        if (target.Contains("://", StringComparison.Ordinal) || target.StartsWith("mailto:", StringComparison.Ordinal))
        {
            return true;
        }

        string[] parts = target.Split('#', 2);
        string path = parts[0].Length == 0
            ? page.File
            : Path.GetRelativePath(SourceTree.Root,
                Path.GetFullPath(Path.Combine(SourceTree.Root, Path.GetDirectoryName(page.File)!, parts[0])));
        return Path.Exists(Path.Combine(SourceTree.Root, path))
            && (parts.Length == 1
                || (path == page.File ? page
                : MarkdownPage.All.FirstOrDefault(other => other.File == path))?.Anchors.Contains(parts[1]) == true);
    }

    // BinaryProtocol.md is memcached's.
    [GeneratedRegex(@"(?<![\w/.:-])docs/(?!BinaryProtocol)[\w./-]*\.(md|csv|svg|png)\b", RegexOptions.ExplicitCapture, 10_000)]
    private static partial Regex PathIntoDocs();
}
