using DbIngest.Abstractions.Targets;

namespace DbIngest.Conformance;

/// <summary>
/// What every target must do. A database joins by one class that derives from this; the tests, of
/// which each part of this class holds some, come with it.
/// </summary>
/// <typeparam name="TDefinition">The database's registration.</typeparam>
public abstract partial class TargetConformance<TDefinition> : IAsyncLifetime, IDisposable
    where TDefinition : TargetDefinition, new()
{
    private static readonly TDefinition Definition = new();

    private readonly string _folder = Directory.CreateTempSubdirectory("dbingest-conformance-").FullName;

    /// <summary>
    /// What <c>DBINGEST_REQUIRE</c> calls what is needed: the database, unless a part of it is that not every installation has.
    /// </summary>
    protected virtual string Need => Definition.Name;

    /// <summary>Why the database cannot be tested here, or null when it can.</summary>
    protected virtual string? SkipReason => null;

    /// <summary>Where the database is; null where the target makes its own.</summary>
    protected virtual string? Endpoint => null;

    /// <summary>The write path; null for the default.</summary>
    protected virtual string? Client => null;

    /// <summary>The password, if it needs one; it must appear nowhere.</summary>
    protected virtual Secret? Password => null;

    /// <summary>An endpoint at which there can be no such database.</summary>
    protected abstract string BadEndpoint { get; }

    /// <summary>Whether a database of its own is made or started where no endpoint is given.</summary>
    protected virtual bool StartsPrivate => true;

    /// <summary>Whether it keeps records on disk.</summary>
    protected virtual bool StoresRecords => true;

    /// <summary>Whether a record that is written twice is stored twice, rather than once under its key.</summary>
    protected virtual bool StoresDuplicates => true;

    /// <summary>
    /// Whether the audit notices that one was written twice: where two are stored, or where something else tells.
    /// </summary>
    protected virtual bool NoticesDuplicates => StoresDuplicates;

    /// <summary>Why single records are not tested here, although the write path offers them; null where they are.</summary>
    protected virtual string? NoSingleRecordsReason => null;

    /// <summary>Why the audit cannot find here what no source has written; null where it can.</summary>
    protected virtual string? NoForeignReason => null;

    /// <summary>Why a batch of it cannot be torn from outside; null where it can.</summary>
    protected virtual string? NoTearingReason => null;

    /// <summary>The most that a record may take on disk, in multiples of its raw bytes.</summary>
    protected virtual double LargestSpaceRatio => 4;

    /// <summary>Whether a contract can be kept here; one that cannot must be refused with the remedy.</summary>
    protected virtual bool IsAvailable(DurabilityContract contract) => true;

    /// <summary>
    /// What a write may allocate on the managed heap, in bytes a record; more than that only where a vendor's driver does.
    /// </summary>
    protected virtual int AllocatedBytesPerRecord => 1;

    /// <summary>Records of each of the 25 sources of the sabotage trial; as many as can be written in a few seconds.</summary>
    protected virtual int SabotageRecordsPerSource => 2_000;

    /// <summary>Records of each source where a test needs many; fewer for a database that takes seconds for so many.</summary>
    protected virtual int ManyRecords => 20_000;

    /// <summary>
    /// Skips each test where the database is missing: before its body, so that no assertion takes it for the database's answer.
    /// </summary>
    Task IAsyncLifetime.InitializeAsync()
    {
        Requirement.SkipUnlessThere(Need, SkipReason);
        return Task.CompletedTask;
    }

    Task IAsyncLifetime.DisposeAsync() => Task.CompletedTask;

    /// <summary>Ends a server that this instance started for itself. Each test has an instance.</summary>
    protected virtual void CloseServer()
    {
    }

    public void Dispose()
    {
        CloseServer();
        Directory.Delete(_folder, recursive: true);
        GC.SuppressFinalize(this);
    }

    private TargetOptions Options =>
        new() { WorkFolder = Path.Combine(_folder, "work"), Endpoint = Endpoint, Password = Password, Client = Client };

    /// <summary>Records that are hard to store, with timestamps and values that the database takes.</summary>
    private static PatternWorkload Pattern(int values) => new(values, Definition.Timestamps, Definition.LeastValue);

    private ITarget Open(string? durability = null) => Definition.Open(Options with { Durability = durability });

    private ITarget Prepared(TrialTable table)
    {
        var target = Open();
        target.Prepare(table);
        return target;
    }
}
