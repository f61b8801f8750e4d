using CommandLine;

namespace DbIngest.Runner.Options;

/// <summary>
/// The options of the verb <c>publish</c>, which writes a site of results. <c>PublishVerb</c> executes them. It opens no database
/// and must write only to <c>--out</c>.
/// </summary>
[Verb("publish", HelpText = "Write a page of results that a browser opens without a server: filter, sort, open each report.")]
internal sealed class PublishOptions
{
    [Value(0, MetaName = "DIR...", HelpText = "Result folders; each becomes a part of the page.")]
    public IEnumerable<string> Folders { get; init; } = [];

    [Option("out", MetaValue = "DIR", HelpText = $"Folder of the page. Default: '{Defaults.Site}'.")]
    public string? Out { get; init; }

    [Option("signers", MetaValue = "FILE",
        HelpText = "The signers that you trust, a file in the form of OpenSSH's allowed_signers: 'NAME KEYTYPE KEY' per line. "
            + "The page then says who signed each result.")]
    public string? Signers { get; init; }

    [Option("force", HelpText = "Replace the files of --out that exist.")]
    public bool Force { get; init; }
}
