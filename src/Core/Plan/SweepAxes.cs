using DbIngest.Abstractions.Endpoints;
using DbIngest.Core.Operations;

namespace DbIngest.Core.Plan;

/// <summary>
/// Registers the axes of a sweep. The command line, points, results and analysis walk through <see cref="All"/> instead of naming
/// axes. A new axis is one entry at the end, because keys and columns follow this order, and no entry may be renamed or removed,
/// because stored results contain it. "Adding an axis" in <c>docs/explanation/architecture.md</c> says when an option is better.
/// </summary>
public static class SweepAxes
{
    private static readonly List<Axis> Entries = [];

    /// <summary>The database.</summary>
    public static readonly WordAxis Database = Add(new WordAxis
    {
        Name = "database",
        Field = "database",
        Key = "db",
        Option = "db",
        Summary = "Databases under test.",
        OptionKind = AxisOption.OfAllVerbs,
        IsPerDatabase = true,
        Nesting = 0,
        Opens = (options, _) => options,
        Says = name => name,
    });

    /// <summary>The write path: <c>driver</c> or <c>wire</c>.</summary>
    public static readonly WordAxis Client = Add(new WordAxis
    {
        Name = "client",
        Field = "client",
        MetaValue = "NAMES",
        Summary = "Clients that write: driver (the vendor's .NET driver) or wire (this program's protocol client). "
            + "'targets' names each driver that this build lacks, with the command that builds the driver in.",
        DefaultMeaning = "each database's own, see 'targets'",
        IsPerDatabase = true,
        IsComparedWithin = true,
        Nesting = 10,
        Opens = (options, client) => options with { Client = client },
        Says = name => name,
    });

    /// <summary>The durability level.</summary>
    public static readonly WordAxis Durability = Add(new WordAxis
    {
        Name = "durability",
        Field = "durability",
        MetaValue = "NAMES",
        Summary = "Durability levels: each says what an acknowledgement promises. 'targets' lists those of each database. A "
            + "level applies to the databases that have it.",
        DefaultMeaning = "each database's own",
        IsPerDatabase = true,
        IsComparedWithin = true,
        Nesting = 20,
        Opens = (options, durability) => options with { Durability = durability },
        Says = name => name,
    });

    /// <summary>How the sources are spread over processes.</summary>
    public static readonly TextAxis<SourceLayout> Sources = Add(new TextAxis<SourceLayout>
    {
        Name = "sources",
        Field = "sources",
        Summary = "Sources writing at once; 5+3 puts five and three in separate processes, 5@alpha+3@beta on two hosts "
            + "(see --launcher).",
        Default = "8",
        Wanted = "a number of sources; write 8, or 5+3 for two processes",
        Reads = SourceLayout.TryParse,
        Measures = layout => layout.Total,
        MaximumText = $"{SourceLayout.MaxSources} in all",
        Nesting = 40,
        PlotTitle = "sources",
        DecidesCeiling = true,
        Says = layout => $"{layout} {(layout.Total == 1 ? "source" : "sources")}",
    });

    /// <summary>Records per source (N). An upper bound with <see cref="Duration"/>.</summary>
    public static readonly NumberAxis<long> Records = Add(new NumberAxis<long>
    {
        Name = "records/source",
        Field = "records_per_source",
        Key = "records",
        Option = "records",
        Summary = "Records each source writes: a list or range, 1000,5000 or 10k..330k/10k.",
        Default = "10000..40000/10000",

        // The audit keeps one bit per record: 125 MB per source at this number.
        Largest = 1_000_000_000,
        Nesting = 80,
        PlotTitle = "records a source",
        IsSize = true,
    });

    /// <summary>Records per batch.</summary>
    public static readonly NumberAxis<int> Batch = Add(new NumberAxis<int>
    {
        Name = "batch",
        Field = "batch",
        Summary = "Records a batch.",
        Default = "1000",
        Largest = 1_000_000,
        Nesting = 70,
        PlotTitle = "records a batch",
        DecidesCeiling = true,
    });

    /// <summary>Batches of a source that may be unacknowledged at once: its number of lanes.</summary>
    public static readonly NumberAxis<int> InFlight = Add(new NumberAxis<int>
    {
        Name = "in flight",
        Field = "in_flight",
        Summary = "Batches of a source that may be unacknowledged at once.",
        Default = "1",

        // Each batch in flight has a writer with its own connection and thread.
        Largest = 1024,
        Nesting = 60,
        PlotTitle = "batches in flight a source",
        DecidesCeiling = true,
        Says = batches => FormattableString.Invariant($"{batches} in flight"),
    });

    /// <summary>Double values per record (V).</summary>
    public static readonly NumberAxis<int> Values = Add(new NumberAxis<int>
    {
        Name = "values",
        Field = "values",
        Summary = "Double values a record.",
        Default = "9",
        DefaultMeaning = "9, or as many as the input has",
        Largest = 1000,
        Nesting = 50,
        PlotTitle = "values a record",
        DecidesCeiling = true,
        Says = values => FormattableString.Invariant($"{values} values"),
    });

    /// <summary>Nodes of the private cluster that the run starts. Absent without <c>--nodes</c>.</summary>
    public static readonly NumberAxis<int> Nodes = Add(new NumberAxis<int>
    {
        Name = "nodes",
        Field = "nodes",
        Summary = "Nodes of the private cluster that the run starts. A database without clusters refuses it.",
        DefaultMeaning = "one, without --endpoint",

        // Each node is a server process with its own memory. A database may allow fewer.
        Largest = 16,
        IsOptional = true,
        Nesting = 30,
        PlotTitle = "nodes",
        NumberWhenAbsent = 1,
        PhraseWhenAbsent = "1 node",
        TextAsAbsent = "1",
        Opens = (options, nodes) => options with { Nodes = nodes },
        Says = nodes => FormattableString.Invariant($"{nodes} {(nodes == 1 ? "node" : "nodes")}"),
    });

    /// <summary>Seconds during which batches are started. Absent if only the number of records ends a trial.</summary>
    public static readonly NumberAxis<double> Duration = Add(new NumberAxis<double>
    {
        Name = "duration s",
        Field = "duration_s",
        Key = "duration",
        Option = "duration",
        Summary = "Seconds during which sources begin batches. --records is then the most that a source writes.",
        DefaultMeaning = "until the records are written",
        Smallest = 0.1,
        Largest = 86_400,
        FollowsLoad = true,
        IsOptional = true,
        IsTime = true,
        Nesting = 48,
        PlotTitle = "seconds",
        Says = seconds => FormattableString.Invariant($"{seconds:0.######} s"),
    });

    /// <summary>Rate at which records arrive. Absent in a closed loop.</summary>
    public static readonly TextAxis<ArrivalRate> Rate = Add(new TextAxis<ArrivalRate>
    {
        Name = "rate",
        Field = "rate",
        Summary = "Records a second that arrive, however fast the database is: over all sources (10k) or in each "
            + "(500/source), equally spaced or as a Poisson process (10k:poisson). A rate may change in stages, each with its "
            + "time: 1k@1m,20k@10s,1k@1m is a spike, 1k..20k@5m a ramp. Semicolons separate several such rates. The stages "
            + "give the default of --duration.",
        DefaultMeaning = "none, as fast as the database takes them",
        Wanted = "a rate; write 10000, 10k, 500/source, 10k:poisson or stages as 1k@1m,1k..20k@5m, at most 1G",
        Splits = ArrivalRate.Split,
        Reads = ArrivalRate.TryParse,
        Measures = rate => rate.RecordsPerS,

        // A closed loop does not stand at a rate of 0.
        NumberWhenAbsent = double.NaN,
        Kinds = rate => rate.Kind,
        MaximumText = "1,000,000,000",
        FollowsLoad = true,
        IsOptional = true,
        IsSearched = true,
        RunsOtherCode = true,
        Nesting = 46,
        PlotTitle = "records/s arriving",
        Shows = rate => rate.Words,
        Says = rate => $"{rate.Words} arriving",
    });

    /// <summary>
    /// The mix of operations. Absent if a trial only inserts batches. With a mix, sources load their records first. The trial
    /// then has as many operations as records, or as <see cref="Operations"/> or <see cref="Duration"/> say.
    /// </summary>
    public static readonly TextAxis<OperationMix> Mix = Add(new TextAxis<OperationMix>
    {
        Name = "mix",
        Field = "mix",
        MetaValue = "LIST",
        Separator = ';',
        Summary = "Operations on records that each source loads before, by weight: "
            + "'insert=50,read=30,update=15,delete=2,scan=3', with keys=zipfian, keys=ycsb or keys=latest, and "
            + "keys=zipfian:shared where all lanes share their records. rmw and rmw-plain read a record, add one and write it. "
            + "find finds a record by its time. A preset is ycsb-a to ycsb-f, study2-a to study2-e, study3-rh, -wh, -mx, or "
            + "study4-get, -post, -put, -delete. Semicolons separate several mixes.",
        DefaultMeaning = "none, batches are inserted",
        Wanted = "a mix; write read=50,update=50 or ycsb-a",
        Reads = OperationMix.TryParse,
        Measures = mix => mix.IsReadsAndUpdates ? 100 * mix.UpdateShare : double.NaN,
        NumberWhenAbsent = double.NaN,
        FollowsLoad = true,
        IsOptional = true,
        DecidesCeiling = true,
        RunsOtherCode = true,
        Nesting = 44,
        Shows = mix => mix.Words,
        Says = mix => mix.Words,
    });

    /// <summary>Values of the endpoint options that have lists in <c>--endpoint</c>. Absent without lists.</summary>
    public static readonly TextAxis<EndpointChoice> Options = Add(new TextAxis<EndpointChoice>
    {
        Name = "options",
        Field = "options",
        Option = "endpoint",
        Summary = "Options of an endpoint that are given a list.",
        Reads = EndpointChoice.TryParse,
        Measures = choice => choice.Number,
        Titles = choice => $"{choice.Name} (option of the endpoint)",
        NumberWhenAbsent = double.NaN,
        PhraseWhenAbsent = "no list of options",
        IsOptional = true,
        OptionKind = AxisOption.Part,
        IsPerDatabase = true,
        Nesting = 35,
        Opens = (options, choice) => options.Endpoint is { } endpoint ? options with { Endpoint = choice.Within(endpoint) }
            : options,
        Says = choice => choice.ToString(),
    });

    /// <summary>Names for identical copies of a configuration, each with its own target. Absent without <c>--side</c>.</summary>
    public static readonly WordAxis Side = Add(new WordAxis
    {
        Name = "side",
        Field = "side",
        MetaValue = "NAMES",
        Summary = "Names for identical copies of each configuration: a,b. With --ab side they show how often this machine "
            + "finds a difference where there is none.",
        DefaultMeaning = "one, without a name",
        Wanted = "a name of 1 to 60 letters, digits, '.', '_' or '-' that begins with a letter or digit; give one",
        Allows = WrittenName.IsName,
        IsOptional = true,
        Nesting = 37,
        Opens = (options, _) => options,
        Says = name => $"side {name}",
    });

    /// <summary>Name of the deployment that is measured, from the files of <c>--cluster</c>. Absent without it.</summary>
    public static readonly WordAxis Deployment = Add(new WordAxis
    {
        Name = "deployment",
        Field = "deployment",
        Option = "cluster",
        MetaValue = "FILES",
        Summary = "Deployments to be used, by their files.",
        IsOptional = true,
        OptionKind = AxisOption.Part,
        IsPerDatabase = true,
        Nesting = 5,
        Opens = (options, _) => options,
        Says = name => name,
    });

    /// <summary>
    /// Operations of a mix per source. Absent: as many as its <see cref="Records"/>, or as its <see cref="Duration"/> allows.
    /// With a duration, the upper bound.
    /// </summary>
    public static readonly NumberAxis<long> Operations = Add(new NumberAxis<long>
    {
        Name = "operations/source",
        Field = "operations_per_source",
        Key = "operations",
        Option = "operations",
        Summary = "Operations that each source does with --mix, however many records it loads: 100k, or a list. With "
            + "--duration, the most that a source does.",
        DefaultMeaning = "as many as --records, or those of --duration",
        Largest = 1_000_000_000,
        FollowsLoad = true,
        IsOptional = true,
        Nesting = 47,
        PlotTitle = "operations a source",
        NumberWhenAbsent = double.NaN,
        PhraseWhenAbsent = "as many operations as records",
        Says = operations => FormattableString.Invariant($"{operations:#,0} operations a source"),
    });

    /// <inheritdoc cref="ServiceAxes.Via"/>
    public static readonly WordAxis Via = Add(ServiceAxes.Via());

    /// <inheritdoc cref="ServiceAxes.Index"/>
    public static readonly WordAxis Index = Add(ServiceAxes.Index());

    /// <inheritdoc cref="ServiceAxes.Threads"/>
    public static readonly WordAxis ServiceThreads = Add(ServiceAxes.Threads());

    /// <inheritdoc cref="ServiceAxes.Connections"/>
    public static readonly NumberAxis<int> ServiceConnections = Add(ServiceAxes.Connections());

    /// <inheritdoc cref="ServiceAxes.Http"/>
    public static readonly WordAxis ServiceHttp = Add(ServiceAxes.Http());

    /// <inheritdoc cref="ServerAxes.Restart"/>
    public static readonly WordAxis Restart = Add(ServerAxes.Restart());

    /// <summary>Value of <see cref="Via"/>: sources write to the database directly.</summary>
    public const string ViaNone = "none";

    /// <summary>Value of <see cref="Via"/>: an HTTP service that the run starts writes to the database.</summary>
    public const string ViaService = "service";

    /// <inheritdoc cref="ServerAxes.Fault"/>
    public static readonly TextAxis<PlannedFault> Fault = Add(ServerAxes.Fault());

    /// <summary>The share of records that come late. Absent without <c>--disorder</c>.</summary>
    public static readonly TextAxis<Disorder> Disorder = Add(StreamAxes.Disorder());

    /// <summary>The share of batches that are sent twice. Absent without <c>--duplicates</c>.</summary>
    public static readonly TextAxis<Duplicates> Duplicates = Add(StreamAxes.Duplicates());

    /// <inheritdoc cref="StreamAxes.Freshness"/>
    public static readonly TextAxis<ProbeRate> Freshness = Add(StreamAxes.Freshness());

    /// <summary>The records that a table stores before a trial. Absent without <c>--prefill</c>.</summary>
    public static readonly TextAxis<Prefill> Prefill = Add(StreamAxes.Prefill());

    /// <summary>The share of batches that hold an old period. Absent without <c>--backfill</c>.</summary>
    public static readonly TextAxis<Backfill> Backfill = Add(StreamAxes.Backfill());

    /// <inheritdoc cref="StreamAxes.Queries"/>
    public static readonly TextAxis<ProbeRate> Queries = Add(StreamAxes.Queries());

    /// <inheritdoc cref="ClientAxes.Threads"/>
    public static readonly NumberAxis<int> ClientThreads = Add(ClientAxes.Threads());

    /// <inheritdoc cref="SeriesAxes.Series"/>
    public static readonly TextAxis<SeriesCount> Series = Add(SeriesAxes.Series());

    /// <inheritdoc cref="SeriesAxes.Churn"/>
    public static readonly TextAxis<Churn> Churn = Add(SeriesAxes.Churn());

    /// <inheritdoc cref="StreamAxes.AddedValues"/>
    public static readonly TextAxis<AddedValues> AddedValues = Add(StreamAxes.AddedValues());

    /// <summary>All axes in the order of keys and columns.</summary>
    public static IReadOnlyList<Axis> All => Entries;

    /// <summary>All axes in the order for people: first those that open a target.</summary>
    public static IReadOnlyList<Axis> TargetFirst => field ??= [.. All.OrderBy(axis => axis.OpensTarget ? 0 : 1)];

    private static T Add<T>(T axis)
        where T : Axis
    {
        axis.Index = Entries.Count;
        Entries.Add(axis);
        return axis;
    }
}
