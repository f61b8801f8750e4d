using DbIngest.Abstractions.Targets;

namespace DbIngest.Targets.Hybrid;

/// <summary>
/// The hybrid layout: the write-heavy table in one database, the control data about it in a relational one. Composed of two
/// registrations, it is written <c>postgres+cassandra</c>: control data first.
/// </summary>
/// <param name="control">Where control data go.</param>
/// <param name="records">Where records go.</param>
public class HybridDefinition(TargetDefinition control, TargetDefinition records) : TargetDefinition
{
    /// <summary>Between the names of the two databases.</summary>
    public const char Separator = '+';

    /// <summary>Composes the databases that a name asks for.</summary>
    /// <param name="name">The name, <c>postgres+cassandra</c> for instance.</param>
    /// <param name="find">Finds a database by its name.</param>
    /// <returns>The composition. Null if the name is that of one database.</returns>
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

    /// <summary>The databases, that of the control data first.</summary>
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
    public override string? LicenceNotice =>
        string.Join(' ', Parts.Select(part => part.LicenceNotice).OfType<string>()) is { Length: > 0 } notices ? notices : null;

    /// <summary>
    /// Those of the records' database. Control data are written by the client of the same name, where their database has it, else
    /// by its default; single records are not offered.
    /// </summary>
    public override IReadOnlyList<WriteClient> Clients { get; } =
        [.. records.Clients.Select(client => client with { IsKeyed = false })];

    /// <summary>Those of the records' database; control data are kept by the default contract of theirs.</summary>
    public override IReadOnlyList<DurabilityContract> Contracts { get; } =
    [
        .. records.Contracts.Select(contract => new DurabilityContract(
            contract.Name,
            $"Records ({records.Name}, {contract.Name}): {contract.Meaning} Control data ({control.Name}, "
            + $"{control.DefaultContract.Name}): {control.DefaultContract.Meaning}",
            contract.Survives < control.DefaultContract.Survives ? contract.Survives
                : control.DefaultContract.Survives) { IsDefault = contract.IsDefault }),
    ];

    /// <summary>That of the part which has one; of two, the records'.</summary>
    public override RetryDefault? RetryDefault => records.RetryDefault ?? control.RetryDefault;

    /// <inheritdoc/>
    public override bool TakesSeveralProcesses => Parts.All(part => part.TakesSeveralProcesses);

    /// <inheritdoc/>
    public override int LargestCluster => records.LargestCluster;

    /// <inheritdoc/>
    public override ITarget Open(TargetOptions options)
    {
        var contract = Contract(options.Durability);
        _ = Client(options.Client);
        var (controlOptions, recordOptions) = OptionsOf(options);
        var first = control.Open(controlOptions);
        try
        {
            return new HybridTarget(Name, contract, new(control.Name, first), new(records.Name, records.Open(recordOptions)));
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

        // A name of a client means the same for both, where both have it: a choice of our own protocol client needs no driver
        // then.
        bool IsChosen(WriteClient client) => client.IsBuiltIn
            && string.Equals(client.Name, options.Client, StringComparison.OrdinalIgnoreCase);

        TargetOptions Of(TargetDefinition part, string? attach)
        {
            var given = options.Parts?.GetValueOrDefault(part.Name);

            // What the user gave carries its own credentials; a server of our own is told of by the target that started it.
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
