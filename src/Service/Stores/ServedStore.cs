using DbIngest.Abstractions.Targets;
using DbIngest.Service.Settings;

namespace DbIngest.Service.Stores;

/// <summary>
/// The store as requests use it: a ready table, the work on it by the chosen thread model, batches, names and health.
/// <c>ServiceHost</c> creates it once the table is ready, and the routes reach it by <c>ServiceState</c>. Disposing waits for
/// accepted work and closes the writers. The caller owns the target.
/// </summary>
internal sealed class ServedStore : IDisposable
{
    private static readonly TimeSpan HealthKept = TimeSpan.FromSeconds(1);

    /// <summary>
    /// Opens the first writer, to learn whether the store can be written to, and starts the threads of the model.
    /// </summary>
    /// <param name="target">The store.</param>
    /// <param name="options">The options of the service.</param>
    /// <param name="table">The table, which is ready.</param>
    /// <exception cref="TargetException">The store cannot be written to.</exception>
    public ServedStore(ITarget target, ServiceOptions options, TrialTable table)
    {
        Table = table;
        Promise = table.HasLedger ? Promise.OnceByLedger
            : !table.HasKey ? Promise.AtLeastOnce
            : target.Overwrites ? Promise.OnceByLooking
            : Promise.Once;
        Names = new SourceNumbers(target.SourceNames);
        Batches = new BatchPool(table.Schema, options.BatchRecords);
        Health = new StoreHealth(target, table.HasKey, HealthKept);
        Work = WorkOf(target, options, table);
    }

    /// <summary>The table.</summary>
    public TrialTable Table { get; }

    /// <summary>Lends batches of the table's schema.</summary>
    public BatchPool Batches { get; }

    /// <summary>The numbers of sources that have names.</summary>
    public SourceNumbers Names { get; }

    /// <summary>Does the work of requests, by the thread model of the options.</summary>
    public IStoreWork Work { get; }

    /// <summary>Tells whether the databases of the store answer.</summary>
    public StoreHealth Health { get; }

    /// <summary>The store's guarantee for a request that a client sends again.</summary>
    public Promise Promise { get; }

    /// <summary>The table that a service of these options needs, for <see cref="ITarget.Ensure"/>.</summary>
    public static TrialTable TableOf(ITarget target, ServiceOptions options) =>
        new(options.Schema, options.Sources, target.Sequences, options.IsKeyed)
        {
            IsIndexed = options.IsIndexed,
            HasTimeIndex = options.HasTimeIndex,
            IsServed = true,
            HasLedger = options.HasLedger,
        };

    /// <inheritdoc/>
    public void Dispose()
    {
        Work.Dispose();
        Health.Dispose();
    }

    private static IStoreWork WorkOf(ITarget target, ServiceOptions options, TrialTable table)
    {
        SessionPool Pool(bool isAsync) =>
            new(target, table.HasKey, isAsync, options.Connections, options.QueueTimeout);
        return options.Threads switch
        {
            ThreadModel.Dedicated => new DedicatedWork(Pool(isAsync: false)),
            ThreadModel.Pool => new PoolWork(Pool(isAsync: false)),
            ThreadModel.Async => new AsyncWork(Pool(isAsync: true)),
            _ => new StoreThreads(target, table.HasKey, options.Connections, options.QueueTimeout),
        };
    }
}
