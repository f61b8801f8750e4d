using DbIngest.Abstractions.Operations;
using DbIngest.Abstractions.Targets;

namespace DbIngest.Targets.Null;

/// <summary>
/// Registers the null target: records are hashed and booked, never stored, and for a mix held in memory. Every sweep writes into
/// it to measure the ceiling of the harness, against which a database's figures are judged. <c>TargetCatalog</c> holds one
/// instance. For insertions it must do no more work per record than hashing, or every ceiling would be too low.
/// </summary>
public sealed class NullDefinition : TargetDefinition
{
    private const string Series = "values";

    /// <inheritdoc/>
    public override string Name => "null";

    /// <inheritdoc/>
    public override string Summary => "No database: every record is hashed and booked, none stored (the harness's own ceiling)";

    /// <inheritdoc/>
    public override DataModel Model => DataModel.None;

    /// <inheritdoc/>
    public override IReadOnlyList<WriteClient> Clients { get; } =
        [new(WriteClient.Driver) { Operations = RecordOperations.AllAndFind, SeriesAre = Series }];

    /// <inheritdoc/>
    public override bool SharesRecordsBetweenProcesses => false;

    /// <inheritdoc/>
    public override string Needs =>
        "nothing; --endpoint is a folder for the books of the writers (default: a temporary one in the work folder)";

    /// <inheritdoc/>
    public override IReadOnlyList<DurabilityContract> Contracts { get; } =
    [
        new("none", "Nothing survives: an acknowledgement means that the client has hashed and booked the batch.",
            Survival.Nothing),
    ];

    /// <inheritdoc/>
    public override ITarget Open(TargetOptions options)
    {
        var contract = Contract(options.Durability);
        bool isOwn = options.Endpoint is null;
        string folder = Path.GetFullPath(options.Endpoint ?? BookFolder.NewRoot(options.WorkFolder));
        if (File.Exists(folder))
        {
            throw new ArgumentException($"--endpoint {folder}: the endpoint of the null target is a folder, and this is a file.");
        }

        try
        {
            Directory.CreateDirectory(folder);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new TargetException($"The folder {folder} cannot be created: {e.Message} Name another by --endpoint.", e);
        }

        return new NullTarget(Name, folder, isOwn, contract);
    }

    /// <inheritdoc/>
    public override TargetAvailability Probe(TargetOptions options) => new(true, "built in");
}
