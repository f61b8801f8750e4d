using DbIngest.Core.Plan;
using DbIngest.Runner.Parsing;

namespace DbIngest.Runner.Options;

/// <summary>
/// The published protocol of a study as option values (<c>--study</c>), or that of a workload file, which <c>YcsbProtocol</c>
/// builds (<c>--ycsb</c>). <see cref="SweepRequestReader"/> applies it to options that the user left out, and
/// <see cref="ProtocolDepartures"/> lists other values as deviations. Immutable. A changed value changes what <c>--study</c>
/// measures, and <c>--resume</c> then refuses sweeps of earlier versions.
/// </summary>
/// <param name="Axes">Option texts of the axes that the protocol fixes.</param>
/// <param name="Trials">Trials per point, including warm-up trials.</param>
/// <param name="WarmUp">Warm-up trials per point, which are discarded.</param>
internal sealed record StudyProtocol(IReadOnlyDictionary<Axis, string> Axes, string Trials, string WarmUp)
{
    /// <summary>Write-heavy enterprise ingestion (Int. Journal of Big Data 2(1), 2015): eight sources on two machines.</summary>
    public static readonly StudyProtocol WriteHeavyIngestion = new(
        new Dictionary<Axis, string> { [SweepAxes.Sources] = "5+3", [SweepAxes.Records] = "10000..330000/10000" }, "13", "3")
    {
        // The study had four nodes of some databases and one of others. Profiles of endpoints have its batches.
        LeavesOpen = [SweepAxes.Nodes, SweepAxes.Batch, SweepAxes.InFlight, SweepAxes.Values],
    };

    /// <summary>The number of rows that study 2 measured five times instead of ten.</summary>
    private const long Million = 1_000_000;

    /// <summary>
    /// Read and update mixes (thesis, Skovde, 2022): 32 clients on one node, as many operations as rows. Only the sizes that the
    /// study ran ten times. <see cref="ReadUpdateMixesOfAMillion"/> has the size that it ran five times.
    /// </summary>
    public static readonly StudyProtocol ReadUpdateMixes = new(
        new Dictionary<Axis, string>
        {
            [SweepAxes.Sources] = "1",
            [SweepAxes.InFlight] = "32",
            [SweepAxes.Batch] = "100",
            [SweepAxes.Values] = "125",
            [SweepAxes.Records] = "10000,100000",
            [SweepAxes.Mix] = "study2-a;study2-b;study2-c;study2-d;study2-e",
        },
        "13",
        "3")
    {
        Departures =
        [
            "the preset has 3 trials of warm-up before the study's own",
            "assumed by the preset, as the study states neither: records of 1,000 bytes and YCSB's law of keys",
            "an update writes the whole record",
        ],
        Choices = new Dictionary<Axis, string>
        {
            [SweepAxes.Via] = SweepAxes.ViaNone,
            [SweepAxes.Index] = TableIndex.Key,
        },
    };

    /// <summary>Read and update mixes with a million rows: 5 measured trials after 3 of warm-up.</summary>
    public static readonly StudyProtocol ReadUpdateMixesOfAMillion = ReadUpdateMixes with
    {
        Axes = new Dictionary<Axis, string>(ReadUpdateMixes.Axes)
        {
            [SweepAxes.Records] = Million.ToString(System.Globalization.CultureInfo.InvariantCulture),
        },
        Trials = "8",
    };

    /// <summary>
    /// SQL and NoSQL persistence under variable load (2026): a REST service before one store, 1 to 1,000 clients. The stores are
    /// the user's choice.
    /// </summary>
    public static readonly StudyProtocol PersistenceUnderLoad = new(
        new Dictionary<Axis, string>
        {
            [SweepAxes.Via] = SweepAxes.ViaService,
            [SweepAxes.ServiceConnections] = "10",
            [SweepAxes.Sources] = "1",
            [SweepAxes.InFlight] = "1,10,50,100,500,1000",
            [SweepAxes.Batch] = "1",
            [SweepAxes.Records] = "5000",
            [SweepAxes.Duration] = "20",
            [SweepAxes.Mix] = "study3-rh;study3-wh;study3-mx",
            [SweepAxes.Restart] = ServerAxes.RestartServer,
        },
        "6",
        "1")
    {
        Departures =
        [
            "assumed by the preset, as the study states none of it: reads and insertions at 80/20, 20/80 and 50/50, "
                + "5,000 records that are loaded, a pool of 10 connections, 20 s a trial",
            "the preset has a trial of warm-up and 5 that are measured",
        ],
        HybridDepartures =
        [
            "assumed, as the study does not say how its hybrids divide data: records in the second database, and in the "
                + "relational first a row of control data a source and one a batch; reads ask for records alone; --index none "
                + "takes the key from control data, and from records where their database finds them without",
        ],
        Choices = new Dictionary<Axis, string>
        {
            [SweepAxes.Index] = $"{TableIndex.Key},{TableIndex.None}",
            [SweepAxes.ServiceThreads] = "queue",
        },
    };

    /// <summary>
    /// Thread models in database-driven servers (RIT Croatia): 300 requests/s for 20 s, each method apart, a pool of 10
    /// connections.
    /// </summary>
    public static readonly StudyProtocol ThreadModels = new(
        new Dictionary<Axis, string>
        {
            [SweepAxes.Via] = SweepAxes.ViaService,
            [SweepAxes.ServiceThreads] = "dedicated,async",
            [SweepAxes.ServiceConnections] = "10",
            [SweepAxes.Sources] = "1",
            [SweepAxes.InFlight] = "64",
            [SweepAxes.Batch] = "1",
            [SweepAxes.Records] = "12000",
            [SweepAxes.Rate] = "300",
            [SweepAxes.Duration] = "20",
            [SweepAxes.Mix] = "study4-get;study4-post;study4-put;study4-delete",
        },
        "13",
        "3")
    {
        Departures =
        [
            "the preset has 10 measured trials, the study one",
            "the preset has 12,000 records, the study 120, of which 6,000 deletions find most gone",
            "the preset has at most 64 requests under way; more wait at the client, and their response time counts from "
                + "when they were due",
            "assumed by the preset: records of nine doubles",
        ],
        Choices = new Dictionary<Axis, string> { [SweepAxes.Index] = TableIndex.Key },
    };

    /// <summary>
    /// Departures of the preset from the study, in a few words each. Every sweep of the protocol has them, so the words must hold
    /// also where an option replaces a value: they say what the preset has, not what the sweep has.
    /// </summary>
    public IReadOnlyList<string> Departures { get; init; } = [];

    /// <summary>
    /// Axes that the study leaves open, or on which it had other values for each database: no value is a departure.
    /// </summary>
    public IReadOnlyList<Axis> LeavesOpen { get; init; } = [];

    /// <summary>
    /// Option texts of axes that the user may leave out or give some of these values: other values are departures. On an axis
    /// that stands neither here nor in <see cref="LeavesOpen"/> or <see cref="Axes"/>, every value that changes what a trial does
    /// is one.
    /// </summary>
    public IReadOnlyDictionary<Axis, string> Choices { get; init; } = new Dictionary<Axis, string>();

    /// <summary>Further departures of a sweep that measures a composition of two databases.</summary>
    public IReadOnlyList<string> HybridDepartures { get; init; } = [];

    /// <summary>
    /// The protocol for servers that the run cannot restart: without the restart, which becomes a departure. Returns this
    /// protocol if it restarts nothing.
    /// </summary>
    public StudyProtocol WithoutRestart()
    {
        var axes = new Dictionary<Axis, string>(Axes);
        return axes.Remove(SweepAxes.Restart) ? this with
        {
            Axes = axes,
            Departures = [.. Departures, "the store is not started again between cells, as this run does not start it"],
        } : this;
    }

    /// <summary>
    /// The protocol for compositions of which the run restarts some servers only, which becomes a departure. Returns this
    /// protocol if it restarts nothing, or without such servers.
    /// </summary>
    /// <param name="parts">The databases that run on, with the composition.</param>
    public StudyProtocol WithoutRestartOf(IReadOnlyList<string> parts) =>
        parts.Count == 0 || TextOf(SweepAxes.Restart) is null ? this : this with
        {
            Departures =
            [
                .. Departures,
                .. parts.Select(part => $"{part} is not started again between cells, as this run does not start it"),
            ],
        };

    /// <summary>The protocol for a client without asynchronous calls: with the thread pool, which becomes a departure.</summary>
    /// <param name="client">The client, named in the departure.</param>
    /// <param name="database">The database of the client.</param>
    public StudyProtocol WithoutAsync(string client, string database) => this with
    {
        Axes = new Dictionary<Axis, string>(Axes) { [SweepAxes.ServiceThreads] = "dedicated,pool" },
        Departures =
        [
            .. Departures,
            $"the runtime's thread pool in place of asynchronous calls: the client {client} of {database} has none",
        ],
    };

    /// <summary>The option value that the protocol fixes for an axis. Null if it fixes none.</summary>
    public string? TextOf(Axis axis) => Axes.GetValueOrDefault(axis);

    /// <summary>Finds a protocol. Null for an unknown study.</summary>
    /// <param name="study">Number of the study, from 1.</param>
    /// <param name="records">The text of <c>--records</c>, which the user may have left out.</param>
    public static StudyProtocol? Of(int study, string? records) => study switch
    {
        1 => WriteHeavyIngestion,
        2 when records is not null && new AxisReader(new OptionReader()).Read(SweepAxes.Records, records) is [Million] =>
            ReadUpdateMixesOfAMillion,
        2 => ReadUpdateMixes,
        3 => PersistenceUnderLoad,
        4 => ThreadModels,
        _ => null,
    };
}
