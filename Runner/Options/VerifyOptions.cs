using CommandLine;

namespace DbIngest.Runner.Options;

/// <summary>
/// The options of the verb <c>verify</c>, which audits data that a database holds. <c>VerifyVerb</c> executes them. It must never
/// write to the database.
/// </summary>
[Verb("verify", HelpText = "Audit the data that 'run --keep' or another program wrote into a database.")]
internal sealed class VerifyOptions : SweepOptions
{
    [Value(0, MetaName = "DIR",
        HelpText = "The result folder of a 'run --keep'. Without it, the options say what must be there.")]
    public string? Folder { get; init; }

    [Option("json", HelpText = "Print the verdict as JSON.")]
    public bool Json { get; init; }
}
