using DbIngest.Abstractions.Audit;
using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Resources;
using DbIngest.Abstractions.Targets;

namespace DbIngest.Targets.Hybrid;

/// <summary>
/// Two databases as one target: records in one, and one row of control data per batch in the other.
/// <see cref="HybridDefinition"/> opens it, and trials call it. Each verb runs on both databases. The audit joins them.
/// </summary>
/// <param name="name">The name for <c>--db</c>.</param>
/// <param name="contract">The combined durability level.</param>
/// <param name="control">The database of the control data, which this target owns.</param>
/// <param name="records">The database of the records, which this target owns.</param>
internal sealed class HybridTarget(string name, DurabilityContract contract, HybridPart control, HybridPart records) : ITarget
{
    private readonly HybridPart[] _parts = [control, records];
    private bool _isKeyed;

    /// <inheritdoc/>
    public string AttachEndpoint => HybridEndpoint.Join(control.Target.AttachEndpoint, records.Target.AttachEndpoint);

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

            // Control data of a batch that is sent twice would have two rows.
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
        };

        static bool IsUntuned(TargetDescription part) =>
            part.Configuration is TargetDescription.ShippedConfiguration or TargetDescription.FoundConfiguration;

        string Both(Func<TargetDescription, string> of) => of(parts[0]) == of(parts[1]) ? of(parts[0])
            : $"{of(parts[0])} + {of(parts[1])}";
    }

    /// <inheritdoc/>
    public void Prepare(TrialTable table, CancellationToken cancellation = default)
    {
        _isKeyed = table.IsKeyed;
        control.Target.Prepare(ControlTable(table), cancellation);
        records.Target.Prepare(table, cancellation);
        Register(table.Sources, cancellation);

        // Registrations are part of the empty baseline, including their log.
        control.Target.Settle(cancellation);
    }

    /// <inheritdoc/>
    public void Attach(TrialTable table, CancellationToken cancellation = default)
    {
        _isKeyed = table.IsKeyed;
        control.Target.Attach(ControlTable(table), cancellation);
        records.Target.Attach(table, cancellation);
    }

    /// <inheritdoc/>
    public IBatchWriter OpenWriter(int source, CancellationToken cancellation = default)
    {
        var writer = records.Target.OpenWriter(source, cancellation);
        try
        {
            var rows = control.Target.OpenWriter(source, cancellation);
            return writer switch
            {
                IConditionalUpdates conditional => new HybridConditionalWriter(conditional, writer, rows),
                IRecordOperations changes => new HybridChangingWriter(changes, writer, rows),
                IRecordReads reads => new HybridReadingWriter(reads, writer, rows),
                _ => new HybridWriter(writer, rows),
            };
        }
        catch
        {
            writer.Dispose();
            throw;
        }
    }

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
        var promised = new ControlContent(audit.Sources);
        control.Target.Audit(promised, cancellation);
        var joined = new JoinedContent(audit, promised, _isKeyed);
        records.Target.Audit(joined, cancellation);
        joined.Compare();
    }

    /// <inheritdoc/>
    public void Clean(CancellationToken cancellation = default)
    {
        foreach (var part in _parts)
        {
            part.Target.Clean(cancellation);
        }
    }

    /// <inheritdoc/>
    public IReadOnlyList<int> ServerProcesses() => [.. _parts.SelectMany(part => part.Target.ServerProcesses()).Distinct()];

    /// <inheritdoc/>
    public IReadOnlyList<IResourceReader> OpenReaders() => [.. _parts.SelectMany(part => part.Target.OpenReaders())];

    /// <inheritdoc/>
    public void Dispose()
    {
        foreach (var part in _parts)
        {
            part.Target.Dispose();
        }
    }

    // One row more than records, for the registration of the source.
    private static TrialTable ControlTable(TrialTable table) =>
        new(ControlData.Schema, table.Sources, table.RecordsPerSource + 1);

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
