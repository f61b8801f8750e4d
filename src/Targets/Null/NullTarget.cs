using DbIngest.Abstractions.Audit;
using DbIngest.Abstractions.Targets;

namespace DbIngest.Targets.Null;

/// <summary>
/// The null target: it keeps books of the ranges of records that writers received (<see cref="SourceBook"/>) instead of a table.
/// <see cref="NullDefinition"/> opens it for the ceiling of the harness and for <c>--db null</c>, and trials, source processes
/// and the service of a trial call it. It stores no record, except in memory for a mix. Its audit hands over checksums of ranges,
/// or the records of a mix. Disposing it deletes its folder unless the user named the folder.
/// </summary>
/// <param name="name">The name for <c>--db</c>.</param>
/// <param name="folder">The folder for books.</param>
/// <param name="isOwn">True if the run created the folder. False if the endpoint names it.</param>
/// <param name="contract">The durability level, for the description.</param>
internal sealed class NullTarget(string name, string folder, bool isOwn, DurabilityContract contract) : ITarget
{
    private readonly Lock _lock = new();
    private readonly Dictionary<int, SourceBook> _books = [];
    private BookFolder _folder = new(folder);
    private int _trials;
    private long _records;
    private NullTable? _keyed;
    private bool _isServed;

    /// <inheritdoc/>
    public string AttachEndpoint => _folder.Path;

    /// <inheritdoc/>
    public TargetDescription Describe(CancellationToken cancellation = default)
    {
        return new TargetDescription
        {
            Database = name,
            Client = WriteClient.Driver,
            ServerVersion = "none (the harness's own ceiling)",
            DriverVersion = $"DbIngest {BuildStamp.Of(typeof(NullTarget)).Version}",
            Durability = contract.Name,
            DurabilityMeaning = contract.Meaning,
            Survives = contract.Survives,
            Repeats = Repeats.KeepsBoth,
            Endpoint = isOwn ? "local" : folder,
            Placement = "in-process",
            Configuration = "default",
            Settings = new Dictionary<string, string>(StringComparer.Ordinal)
            {
                ["work_per_record"] =
                "one 64-bit hash of all fields"
            },
        };
    }

    /// <inheritdoc/>
    public void Prepare(TrialTable table, CancellationToken cancellation = default)
    {
        Clean(cancellation);
        if (isOwn)
        {
            _folder = BookFolder.OfTrial(folder, ++_trials).Latest();
        }

        _records = table.RecordsPerSource;
        if (table.IsKeyed)
        {
            _folder.MarkTable();
            _keyed = new NullTable(table.Schema.ValueCount);
        }
    }

    /// <inheritdoc/>
    public void Attach(TrialTable table, CancellationToken cancellation = default)
    {
        lock (_lock)
        {
            _books.Clear();
        }

        _folder = _folder.Latest();
        _records = table.RecordsPerSource;
        _keyed = table.IsKeyed ? NullTable.Attach(_folder.Table(), table.Schema.ValueCount) : null;
    }

    /// <summary>Prepares for a service. Its writers keep no books, which would grow without bound and have no audit.</summary>
    public void Ensure(TrialTable table, CancellationToken cancellation = default) => _isServed = true;

    /// <inheritdoc/>
    public IBatchWriter OpenWriter(int source, CancellationToken cancellation = default)
    {
        if (_isServed)
        {
            return new NullSink();
        }

        if (_keyed is { } keyed)
        {
            return new NullRecordWriter(keyed, keyed.Open(source), rows => Close(keyed, rows));
        }

        lock (_lock)
        {
            if (!_books.TryGetValue(source, out var book))
            {
                _books.Add(source, book = new SourceBook(source, _records));
            }

            return new NullWriter(book, _folder.Save);
        }
    }

    /// <inheritdoc/>
    public void Settle(CancellationToken cancellation) => cancellation.ThrowIfCancellationRequested();

    /// <inheritdoc/>
    public DiskSpace MeasureSpace(CancellationToken cancellation = default) => new(0, 0, 0, 0, 0);

    /// <inheritdoc/>
    public bool AuditsShares => true;

    /// <inheritdoc/>
    public void Audit(StoredContent audit, CancellationToken cancellation)
    {
        lock (_lock)
        {
            // Open writers have not saved their books yet.
            foreach (var book in _books.Values)
            {
                _folder.Save(book);
            }
        }

        // Records in memory are handed over whole, because with shared keys the audit checks the version of each record.
        var held = _keyed?.All ?? [];
        using (var partition = audit.OpenPartition())
        {
            foreach (var rows in held.Where(rows => audit.Share.Contains(rows.Source)))
            {
                cancellation.ThrowIfCancellationRequested();
                rows.ReadTo(partition);
            }
        }

        _folder.Read(audit, [.. held.Select(rows => rows.Source)], cancellation);
    }

    /// <inheritdoc/>
    public void Clean(CancellationToken cancellation = default)
    {
        lock (_lock)
        {
            _books.Clear();
        }

        _keyed = null;
        _folder.Clear();
    }

    private void Close(NullTable keyed, NullSource rows)
    {
        // A table that was dropped meanwhile must leave no book.
        if (keyed.Close(rows) && ReferenceEquals(keyed, _keyed))
        {
            _folder.Save(rows);
        }
    }

    /// <inheritdoc/>
    public IReadOnlyList<int> ServerProcesses() => [];

    /// <inheritdoc/>
    public void Dispose()
    {
        if (isOwn && Directory.Exists(folder))
        {
            Directory.Delete(folder, recursive: true);
        }
    }
}
