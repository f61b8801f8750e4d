using System.Collections.Concurrent;
using DbIngest.Abstractions.Audit;
using DbIngest.Abstractions.Operations;
using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Resources;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Via;

namespace DbIngest.Targets.Hybrid;

/// <summary>
/// Two databases as one target: records in one, and one row of control data per batch in the other.
/// <see cref="HybridDefinition"/> opens it, and trials, source processes, <c>verify</c> and <c>serve</c> call it. Each verb runs
/// on both databases, one after the other, except that values are added to the records alone and questions go to them alone. A
/// source must be registered in the control data before its first record. The audit joins records and control data.
/// </summary>
/// <remarks>
/// A sweep stores the description before its first trial, and <c>--resume</c> refuses a sweep whose settings differ. A setting
/// that differs by itself from one start to the next must stand in <see cref="TargetDescription.ChangingSettings"/>.
/// </remarks>
/// <param name="name">The name for <c>--db</c>.</param>
/// <param name="contract">The combined durability level.</param>
/// <param name="control">The database of the control data, which this target owns.</param>
/// <param name="records">The database of the records, which this target owns.</param>
internal sealed class HybridTarget(string name, DurabilityContract contract, HybridPart control, HybridPart records) : ITarget
{
    private readonly HybridPart[] _parts = [control, records];
    private bool _isKeyed;
    private bool _findsRows;
    private ConcurrentDictionary<int, bool>? _registered;

    /// <inheritdoc/>
    public string AttachEndpoint => HybridEndpoint.Join(control.Target.AttachEndpoint, records.Target.AttachEndpoint);

    /// <summary>The names of sources stand in the control database. Null if either database cannot store them.</summary>
    public ISourceNames? SourceNames => records.Target.SourceNames is null ? null : control.Target.SourceNames;

    /// <summary>The smaller limit of both databases. Control data takes one number more: 0 registers the source.</summary>
    public long Sequences => Math.Min(records.Target.Sequences, control.Target.Sequences - 1);

    /// <inheritdoc/>
    public bool Overwrites => records.Target.Overwrites;

    /// <inheritdoc/>
    public TargetDescription Describe(CancellationToken cancellation = default)
    {
        TargetDescription[] parts = [.. _parts.Select(part => part.Target.Describe(cancellation))];
        var settings = new SortedDictionary<string, string>(StringComparer.Ordinal)
        {
            ["control_data"] = "one row a batch, after its records are acknowledged, and one a source",
            [$"{control.Name}.client"] = parts[0].Client,
            [$"{control.Name}.durability"] = parts[0].Durability,
        };
        foreach (var (part, description) in _parts.Zip(parts))
        {
            foreach (var (setting, value) in description.Settings)
            {
                settings[$"{part.Name}.{setting}"] = value;
            }
        }

        return parts[1] with
        {
            Database = name,
            ServerVersion = Both(part => part.ServerVersion),
            DriverVersion = Both(part => part.DriverVersion),
            Durability = contract.Name,
            DurabilityMeaning = contract.Meaning,
            Survives = contract.Survives,

            // A batch that is sent twice could have two rows of control data.
            Repeats = null,
            Copies = Copies.Least(parts[0].Copies, parts[1].Copies),
            Endpoint = Both(part => part.Endpoint),
            Placement = parts.Any(part => part.Placement == "remote") ? "remote" : parts.Any(part => part.Placement == "local")
                ? "local" : "in-process",
            Servers = [.. parts.SelectMany(part => part.Servers).Distinct()],
            Homes = parts.SelectMany(part => part.Homes ?? []).Distinct().ToList() is { Count: > 0 } homes ? homes : null,
            Configuration = parts.All(IsUntuned) && parts.Any(part => part.Configuration == TargetDescription.FoundConfiguration)
                ? TargetDescription.FoundConfiguration
                : Both(part => part.Configuration),
            Settings = settings,
            ChangingSettings = [.. _parts.Zip(parts)
                .SelectMany(part => part.Second.ChangingSettings.Select(setting => $"{part.First.Name}.{setting}"))],
            LicenceNotice = HybridPart.Join(
                _parts.Zip(parts, (part, found) => found.LicenceNotice ?? part.LicenceNotice)),
            NoKeyReasons = parts.SelectMany(part => part.NoKeyReasons).DistinctBy(reason => reason.Key).ToDictionary(),
        };

        static bool IsUntuned(TargetDescription part) =>
            part.Configuration is TargetDescription.ShippedConfiguration or TargetDescription.FoundConfiguration;

        string Both(Func<TargetDescription, string> of) => of(parts[0]) == of(parts[1]) ? of(parts[0])
            : $"{of(parts[0])} + {of(parts[1])}";
    }

    /// <inheritdoc/>
    public void Prepare(TrialTable table, CancellationToken cancellation = default)
    {
        Begin(table, registered: null);
        control.Target.Prepare(ControlTable(table), cancellation);
        records.Target.Prepare(RecordTable(table), cancellation);
        Register(table.Sources, cancellation);

        // Registrations are part of the empty baseline, including their log.
        control.Target.Settle(cancellation);
    }

    /// <inheritdoc/>
    public void Attach(TrialTable table, CancellationToken cancellation = default)
    {
        Begin(table, registered: null);
        control.Target.Attach(ControlTable(table), cancellation);
        records.Target.Attach(RecordTable(table), cancellation);
    }

    /// <summary>Makes both tables ready. Sources are registered when they write first.</summary>
    /// <inheritdoc cref="ITarget.Ensure"/>
    public void Ensure(TrialTable table, CancellationToken cancellation = default)
    {
        if (control.Target.Overwrites)
        {
            throw new TargetException($"{control.Name} replaces a row of control data that has the same key, so that a request "
                + $"could undo what another has noted; choose another way to write by way=insert in --endpoint {control.Name}=..., "
                + "or another database for the control data.");
        }

        Begin(table, registered: new());
        Ensure(control, "control data", " --columns names values of records alone, and control data has its own columns.",
            ControlTable(table), cancellation);
        Ensure(records, "records", string.Empty, RecordTable(table), cancellation);
    }

    /// <inheritdoc/>
    public IBatchWriter OpenWriter(int source, CancellationToken cancellation = default)
    {
        var writer = records.Target.OpenWriter(source, cancellation);
        try
        {
            var data = control.Target.OpenWriter(source, cancellation);
            var rows = _findsRows && data is IRecordOperations finds ? new ControlRows(data, finds, _registered) : null;
            return writer switch
            {
                IConditionalUpdates conditional when writer is IInstantReads instants =>
                    new HybridInstantWriter(instants, conditional, writer, data, rows),
                IConditionalUpdates conditional => new HybridConditionalWriter(conditional, writer, data, rows),
                IRecordOperations changes => new HybridChangingWriter(changes, writer, data, rows),
                IRecordReads reads => new HybridReadingWriter(reads, writer, data, rows),
                _ => new HybridWriter(writer, data, rows),
            };
        }
        catch
        {
            writer.Dispose();
            throw;
        }
    }

    /// <summary>
    /// Adds the values to the table of the records. Control data stays as it is, since a row of it says nothing of values.
    /// </summary>
    /// <inheritdoc cref="ITarget.AddValues"/>
    public void AddValues(TrialTable table, CancellationToken cancellation = default) =>
        records.Target.AddValues(RecordTable(table), cancellation);

    /// <summary>Asks the records' database. No question is about control data.</summary>
    /// <inheritdoc cref="ITarget.OpenQueries"/>
    public ITimeQueries? OpenQueries(CancellationToken cancellation = default) => records.Target.OpenQueries(cancellation);

    /// <inheritdoc/>
    public void Settle(CancellationToken cancellation)
    {
        foreach (var part in _parts)
        {
            part.Target.Settle(cancellation);
        }
    }

    /// <inheritdoc/>
    public DiskSpace MeasureSpace(CancellationToken cancellation = default) =>
        DiskSpace.Sum(_parts
            .ToDictionary(part => part.Name, part => part.Target.MeasureSpace(cancellation), StringComparer.Ordinal));

    /// <inheritdoc/>
    public void Audit(StoredContent audit, CancellationToken cancellation)
    {
        var promised = new ControlContent(audit);
        control.Target.Audit(promised, cancellation);
        var joined = new JoinedContent(audit, promised, _isKeyed);
        records.Target.Audit(joined, cancellation);
        joined.Compare(cancellation);
    }

    /// <inheritdoc/>
    public void Clean(CancellationToken cancellation = default)
    {
        try
        {
            control.Target.Clean(cancellation);
        }
        finally
        {
            records.Target.Clean(cancellation);
        }
    }

    /// <summary>The limits of both databases together. Null if neither has one.</summary>
    public long? ServerMemoryBytes => control.Target.ServerMemoryBytes is { } own ? own + (records.Target.ServerMemoryBytes ?? 0)
        : records.Target.ServerMemoryBytes;

    /// <summary>A batch needs both databases, so the fault of either is that of the hybrid.</summary>
    public string? ServerFault => control.Target.ServerFault ?? records.Target.ServerFault;

    /// <inheritdoc/>
    public IReadOnlyList<IServerControl> StartedServers => [.. _parts.SelectMany(part => part.Target.StartedServers)];

    /// <inheritdoc/>
    public IReadOnlyList<int> ServerProcesses() => [.. _parts.SelectMany(part => part.Target.ServerProcesses()).Distinct()];

    /// <inheritdoc/>
    public bool HidesServer(CancellationToken cancellation) => Array.Exists(_parts, part =>
        part.Target.ServerProcesses().Count == 0 && part.Target.Describe(cancellation).Placement != "in-process");

    /// <inheritdoc/>
    public IReadOnlyList<IResourceReader> OpenReaders() =>
    [
        .. _parts.SelectMany(part => part.Target.OpenReaders()
            .Select(reader => reader is INodeReader ? reader : new NamedReader(part.Name, reader))),
    ];

    /// <inheritdoc/>
    public void Dispose()
    {
        try
        {
            control.Target.Dispose();
        }
        finally
        {
            records.Target.Dispose();
        }
    }

    private static void Ensure(
        HybridPart part, string what, string remedy, TrialTable table, CancellationToken cancellation)
    {
        try
        {
            part.Target.Ensure(table, cancellation);
        }
        catch (TargetException exception)
        {
            throw new TargetException($"{part.Name}, for the {what}: {exception.Message}{remedy}", exception,
                exception.IsUnreachable);
        }
    }

    // One row more than records, for the registration of the source. A service always finds rows of control data, so that a
    // batch that is sent again gets no second row.
    private TrialTable ControlTable(TrialTable table) =>
        new(ControlData.Schema, table.Sources, table.RecordsPerSource + 1, FindsRows(table))
        {
            IsIndexed = table.IsIndexed || !control.ReadsWithoutIndex,
            IsServed = table.IsServed,
            Processes = table.Processes,
        };

    // A database that finds records only by a key keeps the key.
    private TrialTable RecordTable(TrialTable table) =>
        records.ReadsWithoutIndex ? table : table with { IsIndexed = true };

    private bool FindsRows(TrialTable table) => control.FindsRecords && (table.IsKeyed || table.IsServed);

    private void Begin(TrialTable table, ConcurrentDictionary<int, bool>? registered) =>
        (_isKeyed, _findsRows, _registered) = (table.IsKeyed, FindsRows(table), registered);

    private void Register(int sources, CancellationToken cancellation)
    {
        var row = new RecordBatch(ControlData.Schema, 1);
        try
        {
            for (int source = 0; source < sources; source++)
            {
                using var writer = control.Target.OpenWriter(source, cancellation);
                ControlData.Register(row, source);
                writer.Write(row);
            }
        }
        catch (BatchWriteException exception)
        {
            throw new TargetException($"The sources cannot be registered in {control.Name}: {exception.Message}", exception);
        }
    }
}
