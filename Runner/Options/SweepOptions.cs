using CommandLine;

namespace DbIngest.Runner.Options;

/// <summary>What to measure: shared by <c>run</c>, <c>plan</c> and <c>verify</c>. Null is "not given".</summary>
internal abstract class SweepOptions : DatabaseOptions
{
    [Option("client", MetaValue = "NAMES", HelpText = "Write paths: driver (the vendor's .NET driver) or wire (our own protocol client). "
        + "A driver that this build lacks is named by 'targets', with the command that builds it in. An axis. Default: each database's first, see 'targets'.")]
    public string? Clients { get; init; }

    [Option("durability", MetaValue = "NAMES", HelpText = "What an acknowledgement promises, by the contracts that 'targets' lists; "
        + "each name applies to the databases that have it. An axis. Default: each database's first.")]
    public string? Durability { get; init; }

    [Option("sources", MetaValue = "LIST", HelpText = "Sources writing at once; 5+3 puts five and three in processes of their own. "
        + $"An axis. Default: {Defaults.Sources}. Maximum: 1024 in all.")]
    public string? Sources { get; init; }

    [Option("records", MetaValue = "LIST", HelpText = "Records each source writes: a list or range, 1000,5000 or 10k..330k/10k. "
        + $"An axis. Default: {Defaults.Records}. Maximum: 1,000,000,000.")]
    public string? Records { get; init; }

    [Option("batch", MetaValue = "LIST", HelpText = $"Records a batch. An axis. Default: {Defaults.Batch}. Maximum: 1,000,000.")]
    public string? Batch { get; init; }

    [Option("in-flight", MetaValue = "LIST", HelpText = "Batches of a source that may be unacknowledged at once. "
        + $"An axis. Default: {Defaults.InFlight}. Maximum: 256.")]
    public string? InFlight { get; init; }

    [Option("values", MetaValue = "LIST", HelpText = "Double values a record. "
        + $"An axis. Default: {Defaults.Values}, or as many as the input has. Maximum: 1000.")]
    public string? Values { get; init; }

    [Option("nodes", MetaValue = "LIST", HelpText = "Nodes of the cluster that is started for the run, where the database has one (cassandra). "
        + "An axis. Default: one, without --endpoint. Maximum: 16.")]
    public string? Nodes { get; init; }

    [Option("trials", MetaValue = "N", HelpText = $"Trials of each point, warm-up included. Default: {Defaults.Trials}. Maximum: 1000.")]
    public string? Trials { get; init; }

    [Option("warmup", MetaValue = "N", HelpText = $"First trials of each point that are discarded. Default: {Defaults.WarmUp}, "
        + "or one less than the trials when they are fewer. Maximum: one less than the trials.")]
    public string? WarmUp { get; init; }

    [Option("order", MetaValue = "NAME", HelpText = "Order of the trials: interleaved (rounds over all points in a seeded order), shuffled, "
        + $"or rising (study 1's). Default: {Defaults.Order}.")]
    public string? Order { get; init; }

    [Option("seed", MetaValue = "N", HelpText = $"Seed of the schedule and of the synthetic data, 64 bits. Default: {Defaults.Seed}.")]
    public string? Seed { get; init; }

    [Option("confidence", MetaValue = "P", HelpText = $"Confidence level of the intervals. Default: {Defaults.Confidence}. Minimum: 0.8. Maximum: 0.999.")]
    public string? Confidence { get; init; }

    [Option("input", MetaValue = "PATH", HelpText = "Replay recorded data instead of the synthetic three-phase meter.")]
    public string? Input { get; init; }

    [Option("input-options", MetaValue = "KEY=VALUE,...", HelpText = "How to read the input: delimiter, columns, dates, missing marks, encoding. "
        + "Default: found out from the file.")]
    public string? InputOptions { get; init; }

    [Option("on-bad-row", MetaValue = "NAME", HelpText = $"What to do with an input row that cannot be read: stop, or skip (counted). "
        + $"Default: {Defaults.OnBadRow}.")]
    public string? OnBadRow { get; init; }

    [Option("study", MetaValue = "N", HelpText = "Follow a published protocol: 1 is 8 sources as 5+3, 10,000 to 330,000 records each, "
        + "13 trials with 3 warm-up. Further options are allowed, and labelled as deviations.")]
    public string? Study { get; init; }

    [Option("retries", MetaValue = "N", HelpText = $"Attempts beyond the first before a batch is given up. Default: {Defaults.Retries}. Maximum: 100.")]
    public string? Retries { get; init; }

    [Option("retry-delay", MetaValue = "SECONDS", HelpText = "Pause before the first retry; it doubles from one to the next. "
        + $"Default: {Defaults.RetryDelay}. Maximum: 30.")]
    public string? RetryDelay { get; init; }
}
