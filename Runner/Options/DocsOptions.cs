using CommandLine;

namespace DbIngest.Runner.Options;

/// <summary><c>docs</c>.</summary>
[Verb("docs", HelpText =
    "Write the pages of docs/reference from the program's own tables of verbs, options, databases, rules and result fields.")]
internal sealed class DocsOptions
{
    [Value(0, MetaName = "DIR", HelpText = $"The folder of the pages. Default: {DefaultFolder}.")]
    public string? Folder { get; init; }

    [Option("check", HelpText = "Write nothing: name the pages that differ, and end with exit code 5 when there are some.")]
    public bool Check { get; init; }

    /// <summary>The folder of the pages, from the repository's root.</summary>
    public const string DefaultFolder = "docs/reference";
}
