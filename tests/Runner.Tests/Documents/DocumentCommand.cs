using System.Text.RegularExpressions;
using DbIngest.Runner.Hosts;

namespace DbIngest.Runner.Tests.Documents;

/// <summary>A command that a document tells its reader to type.</summary>
/// <param name="File">The document, from the repository's root.</param>
/// <param name="Line">Its line, from 1.</param>
/// <param name="Words">The words, without quotes, comment, and what follows in a pipe or a chain.</param>
internal sealed partial record DocumentCommand(string File, int Line, IReadOnlyList<string> Words)
{
    /// <summary>What a shell's reader types first; other lines of a block are output, files or tables.</summary>
    private static readonly string[] Programs = ["dbingest", "dotnet", "podman", "bench/hosts", "taskset", "kubectl"];

    /// <summary>The page that the program writes from its help: tests of the help read the examples where they stand.</summary>
    private const string FromTheHelp = "docs/reference/command-line.md";

    /// <summary>Every document, from the repository's root.</summary>
    public static IReadOnlyList<string> Documents { get; } =
    [
        "README.md",
        .. from folder in (string[])["docs", "src", "clusters", "bench", "plugins"]
           from file in Directory.EnumerateFiles(Path.Combine(Repository.Root, folder), "*.md", SearchOption.AllDirectories)
           let relative = Path.GetRelativePath(Repository.Root, file)
           where !relative.Split('/').Any(part => part is "bin" or "obj") && relative != FromTheHelp
           orderby relative
           select relative,
    ];

    /// <summary>The commands of a document: lines of its blocks, and code within its text that holds no placeholder.</summary>
    /// <param name="document">The document, from the repository's root.</param>
    public static IEnumerable<DocumentCommand> Of(string document)
    {
        bool isBlock = false;
        int number = 0;
        string begun = string.Empty;
        foreach (string read in System.IO.File.ReadLines(Path.Combine(Repository.Root, document)))
        {
            number++;
            // A command goes on behind a backslash at the end of a line.
            string line = begun + read;
            begun = isBlock && line.EndsWith(" \\", StringComparison.Ordinal) ? line[..^1] : string.Empty;
            if (begun.Length > 0)
            {
                continue;
            }

            if (line.TrimStart().StartsWith("```", StringComparison.Ordinal))
            {
                isBlock = !isBlock;
                continue;
            }

            var texts = isBlock
                ? [line.Trim()]
                : InlineCode().Matches(line).Select(match => match.Groups["code"].Value)
                    .Where(text => !Placeholder().IsMatch(text));
            foreach (string text in texts)
            {
                foreach (string simple in Simple(text))
                {
                    if (WordsOf(document, simple, isBlock) is { Count: > 0 } words)
                    {
                        yield return new(document, number, words);
                    }
                }
            }
        }
    }

    /// <summary>What it is, for a message.</summary>
    public override string ToString() => FormattableString.Invariant($"{File}:{Line}: {string.Join(' ', Words)}");

    private static IReadOnlyList<string> WordsOf(string document, string text, bool isBlock)
    {
        // Pages of databases list options: the program and the database are understood. A line in brackets is a grammar.
        bool isPage = document.StartsWith("docs/targets/", StringComparison.Ordinal);
        if (isBlock && isPage && text.StartsWith("--", StringComparison.Ordinal))
        {
            string options = Explanation().Split(text)[0];
            string[] database = options.Contains("--db ", StringComparison.Ordinal) ? []
                : ["--db", Path.GetFileNameWithoutExtension(document)];
            return Placeholder().IsMatch(options) ? []
                : ["dbingest", .. database, .. CommandWords.Split(options).Select(word => word.Text)];
        }

        if (text.Contains("[verb]", StringComparison.Ordinal))
        {
            return [];
        }

        var words = CommandWords.Split(text).Select(word => word.Text).SkipWhile(word => Assignment().IsMatch(word)).ToList();
        return words.Count > 0 && Programs.Contains(words[0], StringComparer.Ordinal) ? words : [];
    }

    /// <summary>The commands of a line of a shell: what stands between pipes, chains and a comment.</summary>
    private static IEnumerable<string> Simple(string line)
    {
        char? quote = null;
        int start = 0;
        for (int i = 0; i < line.Length; i++)
        {
            char c = line[i];
            if (quote is not null || c is '"' or '\'')
            {
                quote = quote is null ? c : c == quote ? null : quote;
            }
            else if (c is '#' && (i == 0 || line[i - 1] == ' '))
            {
                line = line[..i];
            }
            else if (c is '|' or '&' or ';')
            {
                yield return line[start..i];
                start = i + 1;
            }
        }

        if (quote is null)
        {
            yield return line[start..].Replace("do dotnet", "dotnet", StringComparison.Ordinal).Trim();
        }
    }

    [GeneratedRegex("`(?<code>[^`]+)`", RegexOptions.ExplicitCapture, 1000)]
    private static partial Regex InlineCode();

    [GeneratedRegex(@"\[|<|\.\.\.|\$|\b[A-Z]{3,}\b|\bDB\b|\bA B\b|CONNECTION STRING", RegexOptions.None, 1000)]
    private static partial Regex Placeholder();

    [GeneratedRegex(@"^[A-Z_]+=", RegexOptions.None, 1000)]
    private static partial Regex Assignment();

    [GeneratedRegex(@" {2,}", RegexOptions.None, 1000)]
    private static partial Regex Explanation();
}
