using CommandLine;
using DbIngest.Runner.Parsing;

namespace DbIngest.Runner.Options;

/// <summary>
/// The options of the verb <c>sources</c>, which inspects a recording or exports one. <c>SourcesVerb</c> executes them. It opens
/// no database, and replaces an existing file only with <c>--force</c>.
/// </summary>
[Verb("sources",
    HelpText = "Inspect recorded data ('sources inspect PATH'), or export synthetic data or an input ('sources export "
        + "PATH --format FORMAT [--input FILE]').")]
internal sealed class SourcesOptions
{
    [Value(0, MetaName = "inspect|export PATH", HelpText = "The action, and the file, folder or pattern.")]
    public IEnumerable<string> Words { get; init; } = [];

    [Option("input", MetaValue = "PATH",
        HelpText = "export: write the data of this file, folder or pattern instead of synthetic data.")]
    public string? Input { get; init; }

    [Option("input-options", MetaValue = "KEY=VALUE,...",
        HelpText = "inspect, and export with --input: how to read it, as for 'run'. Default: detected.")]
    public string? InputOptions { get; init; }

    [Option("on-bad-row", MetaValue = "stop|skip",
        HelpText = $"inspect, and export with --input: how to treat a malformed row. Default: {Defaults.OnBadRow}.")]
    public Choice<BadRowAction>? OnBadRow { get; init; }

    [Option("format", MetaValue = "FORMAT",
        HelpText = "export: xml, sqlite, csv or comtrade (FLOAT32; or comtrade-ascii, -binary, -binary32, -float32). Required.")]
    public string? Format { get; init; }

    [Option("records", MetaValue = "N",
        HelpText = "export: number of records. Default: 10000; with --input, all. Maximum: 1,000,000,000.")]
    public WholeNumberValue? Records { get; init; }

    [Option("values", MetaValue = "V",
        HelpText = $"export: double values per record. Default: {Defaults.Values}. Maximum: 1000.")]
    public WholeNumberValue? Values { get; init; }

    [Option("source", MetaValue = "S", HelpText = "export: index of the synthetic source, from 0. Default: 0. Maximum: 1023.")]
    public WholeNumberValue? Source { get; init; }

    [Option("seed", MetaValue = "SEED", HelpText = $"export: the seed of the synthetic data, 64 bits. Default: {Defaults.Seed}.")]
    public SeedValue? Seed { get; init; }

    [Option("force", HelpText = "export: replace the file if it exists, and for COMTRADE the data file beside it.")]
    public bool Force { get; init; }

    [Option("json", HelpText = "inspect: print the report as JSON.")]
    public bool Json { get; init; }
}
