using CommandLine;
using DbIngest.Runner.Parsing;

namespace DbIngest.Runner.Options;

/// <summary>
/// The options of the verb <c>sources</c>, which inspects a recording or exports one. <c>SourcesVerb</c> executes them; it opens
/// no database.
/// </summary>
[Verb("sources",
    HelpText = "Look at recorded data ('sources inspect PATH'), or write some: synthetic, or what an input holds ('sources "
        + "export PATH --format FORMAT [--input FILE]').")]
internal sealed class SourcesOptions
{
    [Value(0, MetaName = "inspect|export PATH", HelpText = "What to do, and with which file, folder or pattern.")]
    public IEnumerable<string> Words { get; init; } = [];

    [Option("input", MetaValue = "PATH",
        HelpText = "export: write what this file, folder or pattern holds, instead of synthetic data.")]
    public string? Input { get; init; }

    [Option("input-options", MetaValue = "KEY=VALUE,...",
        HelpText = "inspect, and export with --input: how to read it, as for 'run'. Default: detected.")]
    public string? InputOptions { get; init; }

    [Option("on-bad-row", MetaValue = "stop|skip",
        HelpText = $"inspect, and export with --input: what a malformed row does. Default: {Defaults.OnBadRow}.")]
    public Choice<BadRowAction>? OnBadRow { get; init; }

    [Option("format", MetaValue = "FORMAT",
        HelpText = "export: xml, sqlite, csv or comtrade (FLOAT32; or comtrade-ascii, -binary, -binary32, -float32). Required.")]
    public string? Format { get; init; }

    [Option("records", MetaValue = "N",
        HelpText = "export: how many records. Default: 10000; with --input, all. Maximum: 1,000,000,000.")]
    public WholeNumberValue? Records { get; init; }

    [Option("values", MetaValue = "V", HelpText = $"export: double values a record. Default: {Defaults.Values}. Maximum: 1000.")]
    public WholeNumberValue? Values { get; init; }

    [Option("source", MetaValue = "S", HelpText = "export: which of the synthetic sources, from 0. Default: 0. Maximum: 1023.")]
    public WholeNumberValue? Source { get; init; }

    [Option("seed", MetaValue = "SEED", HelpText = $"export: the seed of the synthetic data, 64 bits. Default: {Defaults.Seed}.")]
    public SeedValue? Seed { get; init; }

    [Option("force", HelpText = "export: replace the file if it exists, and for COMTRADE the data file beside it.")]
    public bool Force { get; init; }

    [Option("json", HelpText = "inspect: print the report as JSON.")]
    public bool Json { get; init; }
}
