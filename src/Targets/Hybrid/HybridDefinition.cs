using DbIngest.Abstractions.Operations;
using DbIngest.Abstractions.Targets;

namespace DbIngest.Targets.Hybrid;

/// <summary>
/// Registers the hybrid layout: the write-heavy table in one database, and control data about it in a relational one.
/// <see cref="Compose"/> creates it from two registrations for a name such as <c>postgres+cassandra</c>, control data first.
/// <c>TargetCatalog.Find</c> calls <see cref="Compose"/> whenever the command line looks a name up, and runs, <c>verify</c>,
/// source processes and <c>serve</c> open the result like any other database. The definition must keep nothing of an open
/// target.
/// </summary>
/// <param name="control">The database of the control data.</param>
/// <param name="records">The database of the records.</param>
public class HybridDefinition(TargetDefinition control, TargetDefinition records) : TargetDefinition
{
    /// <summary>Separates the names of the two databases.</summary>
    public const char Separator = '+';

    /// <summary>Composes the databases that a name asks for.</summary>
    /// <param name="name">A name for <c>--db</c>, for example <c>postgres+cassandra</c>.</param>
    /// <param name="find">Finds a database by name.</param>
    /// <returns>The composition. Null if the name contains a single database.</returns>
    /// <exception cref="ArgumentException">The databases cannot be composed. The message says why.</exception>
    public static HybridDefinition? Compose(string name, Func<string, TargetDefinition> find)
    {
        string[] parts = name.Split(Separator);
        if (parts.Length == 1)
        {
            return null;
        }

        if (parts.Length > 2)
        {
            throw new ArgumentException(
                $"--db {name}: a hybrid is composed of two databases, that of the control data and that of the records.");
        }

        var (control, records) = (find(parts[0]), find(parts[1]));
        return control.Name == records.Name
            ? throw new ArgumentException(
                $"--db {name}: a hybrid is composed of two different databases; --db {control.Name} alone has its records and "
                + $"all else in one place.")
            : control.Model is not (DataModel.Relational or DataModel.NewSql)
            ? throw new ArgumentException(
                $"--db {name}: control data go into a relational database, and {control.Name} is none; write "
                + $"{records.Name}{Separator}{control.Name}, if that is what you mean.")
            : records.Model == DataModel.None
            ? throw new ArgumentException(
                $"--db {name}: {records.Name} stores nothing, so that nothing could be joined; name a database.")
            : new HybridDefinition(control, records);
    }

    /// <summary>The two databases, that of the control data first.</summary>
    public override IReadOnlyList<TargetDefinition> Parts { get; } = [control, records];

    /// <inheritdoc/>
    public override string Name { get; } = $"{control.Name}{Separator}{records.Name}";

    /// <inheritdoc/>
    public override string Summary => $"Hybrid: records in {records.Name}, one row of control data a batch in {control.Name}";

    /// <inheritdoc/>
    public override string Needs => $"for {control.Name}: {control.Needs}; for {records.Name}: {records.Needs}";

    /// <inheritdoc/>
    public override DataModel Model => DataModel.Mixed;

    /// <inheritdoc/>
    public override string? LicenceNotice => HybridPart.Join(Parts.Select(part => part.LicenceNotice));

    /// <summary>
    /// The clients of the records' database, with its operations on single records. Control data is written by the client of the
    /// same name if its database has it and this build contains it, else by its default. No transaction spans two databases, so
    /// there is no ledger of requests. Control data is written by blocking calls.
    /// </summary>
    public override IReadOnlyList<WriteClient> Clients { get; } =
        [.. records.Clients.Select(client => client with
        {
            IsAsync = false,
            KeepsLedger = false,
            SplitOperations = RecordOperations.None,
            SplitsBatches = false,
            SeriesAre = null,
        })];

    /// <summary>The levels of the records' database. Control data has the default level of its database.</summary>
    public override IReadOnlyList<DurabilityContract> Contracts { get; } =
    [
        .. records.Contracts.Select(contract => new DurabilityContract(
            contract.Name,
            $"Records ({records.Name}, {contract.Name}): {contract.Meaning} Control data ({control.Name}, "
            + $"{control.DefaultContract.Name}): {control.DefaultContract.Meaning}",
            contract.Survives < control.DefaultContract.Survives ? contract.Survives
                : control.DefaultContract.Survives) { IsDefault = contract.IsDefault }),
    ];

    /// <summary>The default of the records' database, or else that of the control database.</summary>
    public override RetryDefault? RetryDefault => records.RetryDefault ?? control.RetryDefault;

    /// <inheritdoc/>
    public override bool TakesSeveralProcesses => Parts.All(part => part.TakesSeveralProcesses);

    /// <summary>True if a service may serve both databases and the control database finds single rows.</summary>
    public override bool IsServed => Parts.All(part => part.IsServed) && FindsRecords(control.DefaultClient);

    /// <summary>
    /// True if the control database finds records without a key. The records' database decides for its own table.
    /// </summary>
    public override bool ReadsWithoutIndex => control.ReadsWithoutIndex;

    /// <summary>True if the records' database does. Control data has no values that a trial adds.</summary>
    public override bool AddsValues => records.AddsValues;

    /// <summary>True if the records' database answers. No question is about control data.</summary>
    public override bool AnswersTimeQueries => records.AnswersTimeQueries;

    /// <inheritdoc/>
    public override string? NoTimeQueriesReason => records.AnswersTimeQueries ? null
        : $"{records.Name}, which has the records, answers none"
            + (records.NoTimeQueriesReason is { } reason ? $": {reason}" : string.Empty);

    /// <inheritdoc/>
    public override int LargestCluster => records.LargestCluster;

    /// <inheritdoc/>
    public override IEnumerable<string> FilesOf(string endpoint)
    {
        var attached = HybridEndpoint.Split(endpoint);
        return [.. control.FilesOf(attached.Control ?? string.Empty), .. records.FilesOf(attached.Records ?? string.Empty)];
    }

    /// <inheritdoc/>
    public override ITarget Open(TargetOptions options)
    {
        var contract = Contract(options.Durability);
        _ = Client(options.Client);
        var (controlOptions, recordOptions) = OptionsOf(options);
        var first = control.Open(controlOptions);
        try
        {
            return new HybridTarget(Name, contract, PartOf(control, controlOptions, first),
                PartOf(records, recordOptions, records.Open(recordOptions)));
        }
        catch
        {
            first.Dispose();
            throw;
        }
    }

    /// <inheritdoc/>
    public override TargetAvailability Probe(TargetOptions options)
    {
        var (controlOptions, recordOptions) = OptionsOf(options);
        TargetAvailability[] found = [control.Probe(controlOptions), records.Probe(recordOptions)];
        return new(found.All(f => f.IsAvailable),
            string.Join("; ", Parts.Zip(found, (part, now) => $"{part.Name}: {now.Detail}")));
    }

    private static bool FindsRecords(WriteClient client) => client.Operations.HasFlag(RecordOperations.ReadsAndWrites);

    private static HybridPart PartOf(TargetDefinition definition, TargetOptions options, ITarget target) =>
        new(definition.Name, target)
        {
            FindsRecords = FindsRecords(definition.Client(options.Client)),
            ReadsWithoutIndex = definition.ReadsWithoutIndex,
            LicenceNotice = definition.LicenceNotice,
        };

    private (TargetOptions Control, TargetOptions Records) OptionsOf(TargetOptions options)
    {
        var attached = options.Endpoint is { } endpoint ? HybridEndpoint.Split(endpoint) : default;
        return (
            Of(control, attached.Control) with
            {
                Durability = null,
                Client = control.Clients.FirstOrDefault(IsChosen)?.Name,
                Nodes = null
            },
            Of(records, attached.Records));

        // A client's name applies to both databases if both have it, so that --client wire needs no driver.
        bool IsChosen(WriteClient client) => client.IsBuiltIn
            && string.Equals(client.Name, options.Client, StringComparison.OrdinalIgnoreCase);

        TargetOptions Of(TargetDefinition part, string? attach)
        {
            var given = options.Parts?.GetValueOrDefault(part.Name);

            // A user's endpoint has its own credentials. The target that started a private server passes its endpoint on.
            return options with
            {
                Parts = null,
                Endpoint = attach is not null && !(given?.Endpoint is { } named && part.NamesServer(named)) ? attach
                    : given?.Endpoint,
                Password = given?.Password,
                WorkFolder = Path.Combine(options.WorkFolder, part.Name),
            };
        }
    }
}
