using CommandLine;

namespace DbIngest.Runner.Options;

/// <summary>
/// The options of the verb <c>docs</c>, which writes the reference pages. <c>DocsVerb</c> executes them. With <c>--check</c> the
/// verb must write nothing.
/// </summary>
[Verb("docs", HelpText =
    "Write the pages of docs/reference from the program's own tables of verbs, options, databases, rules and result fields.")]
internal sealed class DocsOptions
{
    [Value(0, MetaName = "DIR", HelpText = $"The folder of the pages. Default: {DefaultFolder}.")]
    public string? Folder { get; init; }

    [Option("check", HelpText = "Write nothing: name the pages that differ, and end with exit code 5 if any does.")]
    public bool Check { get; init; }

    /// <summary>Folder of the pages, relative to the root of the repository.</summary>
    public const string DefaultFolder = "docs/reference";
}
