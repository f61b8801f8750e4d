using System.Security.Cryptography;
using DbIngest.Abstractions.Endpoints;
using DbIngest.Abstractions.Targets;
using DbIngest.Analysis.Compare;
using DbIngest.Analysis.Statistics;
using DbIngest.Core.Pipeline;
using DbIngest.Core.Plan;
using DbIngest.Runner.Hosts;
using DbIngest.Runner.Parsing;

namespace DbIngest.Runner.Options;

/// <summary>
/// Reads the options of a sweep into a <see cref="SweepRequest"/> and reports all problems at once. <c>run</c>, <c>plan</c>,
/// <c>verify</c>, <c>advise</c> and <c>ValueCheck</c> call it, once per object. For each axis it takes the user's text, else the
/// study's protocol, else the endpoint's profile, else the default. It opens no database and no recording.
/// </summary>
internal sealed class SweepRequestReader(IReadOnlyList<TargetDefinition> catalogue, Func<string, string?> environment)
{
    /// <summary>Smallest confidence level that a stored sweep may have. Earlier versions accepted it.</summary>
    private const double SmallestStoredConfidence = 0.5;

    private readonly OptionReader _reader = new();

    /// <summary>The stored sweep whose options are read: its version may have refused less. Null for a new sweep.</summary>
    public SweepConfiguration? Stored { get; init; }

    /// <summary>Reads the options and checks them together.</summary>
    /// <exception cref="UsageException">An option is invalid. Has one line per problem.</exception>
    public SweepRequest Read(SweepOptions options)
    {
        int? study = options.Study is null ? null : (int)_reader.Number("--study", options.Study, 1, 4);
        _reader.RefuseIf(study is not null && options.Ycsb is not null, "--ycsb",
            "--study gives another protocol; leave one of them out");

        var protocol = study is null ? Ycsb(options) : StudyProtocol.Of(study.Value, options.TextOf(SweepAxes.Records));
        var deployed = new DeployedDatabaseReader(catalogue, _reader, environment).Read(options);
        var databases = ThreadModelFit.Clients(
            protocol, new DatabaseChoiceReader(catalogue, _reader).Read(options, deployed), options);
        protocol = ThreadModelFit.Models(protocol, databases, options);
        var names = databases.SelectMany(d => d.Definition.Parts).Select(part => part.Name).Distinct(StringComparer.Ordinal)
            .ToList();
        var access = names.Count == 0 ? NoAccess : new DatabaseAccessReader(_reader, environment).Read(options, names, deployed);
        protocol = RestartCheck.Fit(protocol, databases, access, Stored);
        int trials = (int)_reader.Number("--trials", options.Trials ?? (options.Find is null ? protocol?.Trials ?? Defaults.Trials
            : Defaults.SearchTrials), 1, NonAxisLimits.Trials);
        int? blocks = Blocks(options);
        int warmUp = WarmUp(options.WarmUp, protocol?.WarmUp ?? Defaults.WarmUp, trials);
        var searches = new SearchReader(_reader);
        double? precision = Precision(options.Precision);
        var search = searches.Read(options, precision);
        if (search is not null)
        {
            searches.CheckTrials(trials, warmUp);
        }

        var retries = new RetryDefault(
            (int)_reader.Number("--retries", options.Retries ?? Defaults.Retries, 0, RetryOptions.LargestMaxRetries),
            _reader.Decimal("--retry-delay", options.RetryDelay ?? Defaults.RetryDelay, 0, NonAxisLimits.RetryDelaySeconds));
        var request = new SweepRequest
        {
            Study = study,
            Deviations = [],
            Databases = [.. databases.Select(database => database with { Options = Options(database.Definition, access) })],
            Axes = Axes(options, protocol, new EndpointLoad(_reader, databases.Select(d => d.Definition), access)),
            Trials = trials,
            Blocks = blocks,
            ChoosesBlocks = options.Blocks is null && !options.Isolate && options.Precision is null && options.Ab is null
                && options.Find is null && Stored is null,
            WarmUp = warmUp,
            Search = search,
            Precision = options.Find is null ? precision : null,
            MaxTrials = options.Find is not null ? null : MaxTrials(options, trials, warmUp, blocks),
            RehearsalS = _reader.Decimal("--rehearsal", options.Rehearsal ?? Of(SweepOptions.RehearsalVariable)
                ?? Defaults.Rehearsal, 0, NonAxisLimits.RehearsalSeconds),
            ServerLimits = ServerLimitsOf(options),
            Launcher = LauncherOf(options),
            HostProgram = options.HostProgram,
            Order = _reader.Choice<SweepOrder>("--order", options.Order ?? Defaults.Order),
            PairAxis = PairAxis(options),
            Seed = _reader.Seed("--seed", options.Seed ?? Defaults.Seed),
            OrderSeed = options.Ab is null || options.Seed is not null ? null
                : (ulong)RandomNumberGenerator.GetInt32(int.MaxValue),
            Confidence = _reader.Decimal(
                "--confidence", options.Confidence ?? Defaults.Confidence, Stored is not null ? SmallestStoredConfidence
                    : Comparison.SmallestConfidence, 0.999),
            Retries = retries.Retries,
            RetryDelayS = retries.DelayS,
            OwnRetries = OwnRetries(options, databases, retries),
            Input = Input(options),
            Access = access,
        };

        if (search is not null)
        {
            searches.CheckRates(options, request.On(SweepAxes.Rate).Count);
        }

        new SweepRequestCheck(_reader).Check(request);
        _reader.ThrowIfRefused();
        return protocol is null ? request : request with { Deviations = ProtocolDepartures.Of(request, protocol) };
    }

    private static DatabaseAccess NoAccess =>
        new(new Dictionary<string, string>(StringComparer.Ordinal), new Dictionary<string, Secret>(StringComparer.Ordinal),
            TimeSpan.FromSeconds(1), []);

    /// <summary>Lists the combinations of values in a database's endpoint. A single null if the endpoint is invalid.</summary>
    private IReadOnlyList<EndpointChoice?> Options(TargetDefinition database, DatabaseAccess access)
    {
        try
        {
            return [.. access.Variants(database).Select(variant => variant.Choice)];
        }
        catch (ArgumentException exception)
        {
            _reader.Refuse(exception.Message);
            return [null];
        }
    }

    /// <summary>Reads the protocol of a YCSB file and of the properties that replace some of it. Null without a file.</summary>
    private StudyProtocol? Ycsb(SweepOptions options)
    {
        if (options.Ycsb is null)
        {
            _reader.RefuseIf(options.Properties.Any(), "--property", "it is one of a YCSB file; give --ycsb FILE too");

            return null;
        }

        var properties = new YcsbProperties();
        try
        {
            properties.AddFile(options.Ycsb);
        }
        catch (Exception e) when (e is FormatException or IOException or UnauthorizedAccessException)
        {
            _reader.Refuse("--ycsb", e.Message.TrimEnd('.'));
            return null;
        }

        foreach (string property in options.Properties.Where(property => !properties.TryAdd(property)))
        {
            _reader.Refuse("--property", $"'{property}' is not KEY=VALUE");
        }

        return new YcsbProtocol(properties, _reader).Read();
    }

    private ServerLimits? ServerLimitsOf(SweepOptions options)
    {
        long? memory = options.ServerMemory?.Mebibytes;
        _reader.RefuseIf(options.ServerMemory is not null && memory is not >= NonAxisLimits.ServerMemoryMb, "--server-memory",
            $"'{options.ServerMemory}' is not a size of {NonAxisLimits.ServerMemoryMb}M at least; give one, as 512M or 2G");

        double? cpus = options.ServerCpus is null ? null
            : _reader.Decimal("--server-cpus", options.ServerCpus, 0.1, NonAxisLimits.ServerCpus);
        return memory is null && cpus is null ? null : new ServerLimits(memory << 20, cpus);
    }

    private Launcher? LauncherOf(SweepOptions options)
    {
        try
        {
            return options.Launcher is null && options.HostProgram is null
                && options.TextOf(SweepAxes.Sources)?.Contains('@', StringComparison.Ordinal) != true
                ? null
                : Launcher.Parse(options.Launcher ?? Launcher.Default, options.LauncherFolder);
        }
        catch (FormatException exception)
        {
            _reader.Refuse("--launcher", exception.Message);
            return null;
        }
    }

    private string? Of(string variable) => environment(variable) is { Length: > 0 } value ? value : null;

    private Dictionary<Axis, IReadOnlyList<object>> Axes(SweepOptions options, StudyProtocol? protocol, EndpointLoad load)
    {
        var axes = new AxisReader(_reader);
        var defaults = DefaultsOf(options);
        var decided = Decided(options, protocol, defaults);
        return AxisArguments.All.Where(axis => !axis.IsPerDatabase)
            .Select(axis => (Axis: axis, Text: SearchReader.Refuses(axis, options) ? null : options.TextOf(axis)
                ?? (decided.Contains(axis) ? null : protocol?.TextOf(axis)) ?? load.TextOf(axis)
                ?? (defaults.TryGetValue(axis, out var own) ? own : axis.Default)))
            .ToDictionary(x => x.Axis, x => x.Text is null ? [] : axes.Read(x.Axis, x.Text));
    }

    /// <summary>Lists what a recording or the stages of a rate decide, whatever a protocol says.</summary>
    private HashSet<Axis> Decided(SweepOptions options, StudyProtocol? protocol, Dictionary<Axis, string?> defaults)
    {
        HashSet<Axis> decided = [.. defaults.Where(own => own.Value is null).Select(own => own.Key)];
        if (options.Find is not null || HasStoredDuration(protocol))
        {
            decided.Remove(SweepAxes.Duration);
        }
        else if (defaults.ContainsKey(SweepAxes.Duration))
        {
            decided.Add(SweepAxes.Duration);
        }

        return decided;
    }

    /// <summary>True for a stored sweep of an earlier version: its trials had the protocol's time, not that of stages.</summary>
    private bool HasStoredDuration(StudyProtocol? protocol) => Stored?.Points is [{ DurationS: { } seconds }, ..]
        && protocol?.TextOf(SweepAxes.Duration) == seconds.ToString(System.Globalization.CultureInfo.InvariantCulture);

    /// <summary>
    /// Lists the defaults that other options replace. A recording decides its number of values. A search and a rate with
    /// stages decide how long a trial is. A trial that ends by time has no limit of records but the largest, unless it loads
    /// them for a mix.
    /// </summary>
    private static Dictionary<Axis, string?> DefaultsOf(SweepOptions options)
    {
        var defaults = new Dictionary<Axis, string?>();
        if (options.Input is not null)
        {
            defaults[SweepAxes.Values] = null;
        }

        double[] stages = options.Find is null ? StagesOf(options) : [];
        string? duration = options.TextOf(SweepAxes.Duration) ?? (options.Find is not null ? Defaults.SearchDuration
            : stages is [> 0 and var all] ? all.ToString(System.Globalization.CultureInfo.InvariantCulture) : null);
        if ((duration is not null || stages.Length > 1) && options.TextOf(SweepAxes.Duration) is null)
        {
            defaults[SweepAxes.Duration] = duration;
        }

        if (duration is not null && options.TextOf(SweepAxes.Mix) is null)
        {
            defaults[SweepAxes.Records] = SweepAxes.Records.Largest.ToString(System.Globalization.CultureInfo.InvariantCulture);
        }

        return defaults;
    }

    /// <summary>The different times in seconds that the stages of the rates take. 0 for a rate without stages.</summary>
    private static double[] StagesOf(SweepOptions options) =>
    [
        .. (options.TextOf(SweepAxes.Rate) is { } text ? SweepAxes.Rate.Items(text) : [])
            .Select(item => ArrivalRate.TryParse(item, out var rate) ? rate.StagesS : 0).Distinct(),
    ];

    /// <summary>Lists the retries of databases whose own defaults the user did not replace.</summary>
    private static Dictionary<string, RetryDefault> OwnRetries(SweepOptions options, IReadOnlyList<DatabaseChoice> databases,
        RetryDefault asked) => databases
        .Where(database => database.Definition.RetryDefault is not null
            && (options.Retries is null || options.RetryDelay is null))
        .ToDictionary(
            database => database.Definition.Name,
            database => new RetryDefault(
                options.Retries is null ? database.Definition.RetryDefault!.Retries : asked.Retries,
                options.RetryDelay is null ? database.Definition.RetryDefault!.DelayS : asked.DelayS),
            StringComparer.Ordinal);

    private int? Blocks(SweepOptions options)
    {
        if (options.Blocks is null)
        {
            return options.Isolate ? 1 : null;
        }

        int blocks = (int)_reader.Number("--blocks", options.Blocks, 0, NonAxisLimits.Blocks);
        _reader.RefuseIf(blocks == 0 && options.Isolate, "--blocks",
            "0 leaves all targets open, which --isolate does not; leave one of them out");

        return blocks == 0 ? null : blocks;
    }

    private int WarmUp(WholeNumberValue? given, string otherwise, int trials)
    {
        // For a stored sweep Resumption refuses fewer trials by name, whose warm-up the user may not have given.
        int largest = trials - 1;
        return given is null
            ? Math.Min(largest, int.Parse(otherwise, System.Globalization.CultureInfo.InvariantCulture))
            : (int)_reader.Number("--warmup", given, 0, Stored is null ? largest : NonAxisLimits.Trials);
    }

    private double? Precision(PercentValue? given)
    {
        const double smallest = 0.1;
        const double largest = 50;
        return given is null ? null : _reader.Decimal("--precision", given.Percent, smallest, largest) / 100;
    }

    private int? MaxTrials(SweepOptions options, int trials, int warmUp, int? blocks)
    {
        if (options.Precision is null)
        {
            _reader.RefuseIf(options.MaxTrials is not null, "--max-trials",
                "it is the most that --precision may take; give --precision too, or --trials for a fixed number");

            return null;
        }

        // A precision takes as many blocks as trials, also where the program chose the blocks of a stored sweep.
        int Fewest(int? of) => of is null ? Math.Max(trials, warmUp + PrecisionRule.Fewest)
            : trials * Math.Max(of.Value, PrecisionRule.Fewest);
        int? chosen = options.Blocks is null && Stored?.BlocksBecause is not null ? Stored.Blocks : null;
        int otherwise = Math.Max(
            Fewest(blocks ?? chosen), int.Parse(Defaults.MaxTrials, System.Globalization.CultureInfo.InvariantCulture));
        return options.MaxTrials is null ? otherwise : (int)_reader.Number(
            "--max-trials", options.MaxTrials, Fewest(blocks), Math.Max(otherwise, NonAxisLimits.Trials));
    }

    private Axis? PairAxis(SweepOptions options)
    {
        if (options.Ab is null)
        {
            return null;
        }

        foreach (string other in (string[])[options.Precision is null ? "" : "--precision", options.Isolate ? "--isolate" : "",
            options.Blocks is null ? "" : "--blocks", options.Order is null ? "" : "--order"])
        {
            _reader.RefuseIf(other.Length > 0, "--ab", $"pairs fix the order and the number of trials; leave {other} out");
        }

        string[] names = [.. SweepAxes.All.Select(axis => axis.Option).Distinct()];
        string name = options.Ab.TrimStart('-');
        var axis = SweepAxes.All.FirstOrDefault(candidate => candidate.Option == name);
        if (axis is null)
        {
            _reader.Refuse("--ab",
                $"'{name}' is no axis; {Nearest.Remedy(name, names, $"it is one of {string.Join(", ", names)}")}");
        }

        return axis;
    }

    private InputRequest? Input(SweepOptions options)
    {
        BadRowAction? badRows = options.OnBadRow is null ? null : _reader.Choice("--on-bad-row", options.OnBadRow);
        if (options.Input is not null)
        {
            string text = InputRequest.OptionsOf(options.InputOptions, badRows);
            return new InputRequest(options.Input, text.Length == 0 ? null : text);
        }

        const string none = "there is no input to read; give --input PATH too";
        _reader.RefuseIf(options.InputOptions is not null, "--input-options", none);
        _reader.RefuseIf(options.OnBadRow is not null, "--on-bad-row", none);

        return null;
    }
}
