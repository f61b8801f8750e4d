using DbIngest.Abstractions.Endpoints;
using DbIngest.Abstractions.Operations;
using DbIngest.Abstractions.Targets;

namespace DbIngest.Runner.Tests.Options;

/// <summary>A database that is only described: for what is decided before one is opened.</summary>
internal sealed class DescribedDatabase(string name, string[] clients, string[] contracts, bool severalProcesses = true,
    int largestCluster = 0) : TargetDefinition
{
    public static readonly DescribedDatabase[] Catalogue =
    [
        new("sqlite", ["driver"], ["full", "normal"]),
        new("postgres", ["driver"], ["on", "off"]),
        new("cassandra", ["wire", "driver"], ["quorum", "one"], largestCluster: 12),
        new("maria", ["wire", "driver"], ["on"]),
        new("lonely", ["driver"], ["full"], severalProcesses: false),
    ];

    public override string Name => name;

    public override string Summary => name;

    public override DataModel Model => name == "cassandra" ? DataModel.WideColumn : DataModel.Relational;

    public override string Needs => "nothing";

    public override IReadOnlyList<WriteClient> Clients =>
    [
        .. clients.Select(
            c => new WriteClient(c)
            {
                Operations = RecordOperations.ReadsAndWrites,
                IsDefault = c == clients[0],
                IsAsync = name == "maria" && c == "driver",
                SeriesAre = name is "sqlite" or "postgres" || (name == "cassandra" && c == "wire") ? "a column" : null,
            }),
    ];

    public override IReadOnlyList<DurabilityContract> Contracts =>
        [.. contracts.Select(c => new DurabilityContract(c, c, Survival.Nothing) { IsDefault = c == contracts[0] })];

    public override bool TakesSeveralProcesses => severalProcesses;

    public override bool IsServed => name is "sqlite" or "postgres" or "maria";

    public override bool ReadsWithoutIndex => IsServed;

    public override bool AnswersTimeQueries => IsServed;

    public override bool AddsValues => IsServed;

    public override bool StartsServer => name == "maria";

    public override int LargestCluster => largestCluster;

    public override RetryDefault? RetryDefault => name == "lonely" ? new(7, 1) : null;

    /// <summary>The first of them is an axis, the second is none.</summary>
    public override EndpointOptions Options { get; } = name == "cassandra"
        ? new(EndpointOption.Number("rows", 1, 1000, "rows a request") with { IsAxis = true }, EndpointOption.Text("user", "who"))
        : EndpointOptions.None;

    /// <summary>As of a shape of records that no question is answered from and that gets no value.</summary>
    public override IReadOnlyList<EndpointLimit> LimitsOf(string? endpoint) =>
        endpoint?.EndsWith("?shape=fixed", StringComparison.Ordinal) == true
            ? [new("shape=fixed", "keeps its records", RecordOperations.None) { LacksQuestions = true, LacksAddedValues = true }]
            : [];

    /// <summary>As of a profile.</summary>
    public override IReadOnlyDictionary<string, string> LoadOf(string? endpoint) =>
        endpoint?.Contains("user=study1", StringComparison.Ordinal) == true
            ? new Dictionary<string, string> { ["in-flight"] = "25", ["batch"] = "500" } : base.LoadOf(endpoint);

    public override ITarget Open(TargetOptions options) => throw new TargetException("It is only described.");

    public override TargetAvailability Probe(TargetOptions options) => new(false, "It is only described.");
}
