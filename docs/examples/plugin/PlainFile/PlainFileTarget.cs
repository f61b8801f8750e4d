using DbIngest.Abstractions.Audit;
using DbIngest.Abstractions.Targets;

namespace PlainFile;

/// <summary>A folder of block files.</summary>
/// <param name="name">The database's name.</param>
/// <param name="client">The write path's name.</param>
/// <param name="contract">The contract in force.</param>
/// <param name="folder">The folder.</param>
/// <param name="isOwn">Whether it was made for this target, and goes with it.</param>
internal sealed class PlainFileTarget(string name, string client, DurabilityContract contract, string folder, bool isOwn)
    : ITarget
{
    private readonly bool _isSynced = contract.Name == PlainFileDefinition.Synced;

    public string AttachEndpoint => folder;

    public TargetDescription Describe(CancellationToken cancellation = default)
    {
        cancellation.ThrowIfCancellationRequested();
        return new TargetDescription
        {
            Database = name,
            Client = client,
            ServerVersion = $"files, format {BlockFormat.Version}",
            DriverVersion = $"PlainFile {typeof(PlainFileTarget).Assembly.GetName().Version}",
            Durability = contract.Name,
            DurabilityMeaning = contract.Meaning,
            Survives = contract.Survives,
            Endpoint = isOwn ? "local" : folder,
            Placement = "in-process",
            Configuration = TargetDescription.ShippedConfiguration,
            Settings = new Dictionary<string, string>(StringComparer.Ordinal)
            { ["sync"] = _isSynced ? "each batch" : "at the end" },
        };
    }

    public void Prepare(TrialTable table, CancellationToken cancellation = default) => Clean(cancellation);

    public void Attach(TrialTable table, CancellationToken cancellation = default) => cancellation.ThrowIfCancellationRequested();

    public IBatchWriter OpenWriter(int source, CancellationToken cancellation = default) =>
        Guard("A file cannot be opened", () => new PlainFileWriter(folder, source, _isSynced));

    public void Settle(CancellationToken cancellation)
    {
        foreach (string file in BlockFiles.In(folder))
        {
            cancellation.ThrowIfCancellationRequested();
            Guard("A file cannot be synced", () =>
            {
                using var handle =
                    File.OpenHandle(file, FileMode.Open, FileAccess.ReadWrite, FileShare.ReadWrite | FileShare.Delete);
                RandomAccess.FlushToDisk(handle);
                return true;
            });
        }
    }

    public DiskSpace MeasureSpace(CancellationToken cancellation = default)
    {
        cancellation.ThrowIfCancellationRequested();
        long bytes = Guard("The files cannot be measured", () => BlockFiles.In(folder).Sum(file => new FileInfo(file).Length));
        return new DiskSpace(DataBytes: bytes, IndexBytes: 0, LogBytes: 0, FilesApparentBytes: bytes);
    }

    public void Audit(StoredContent audit, CancellationToken cancellation)
    {
        using var partition = audit.OpenPartition();
        double[] row = new double[audit.ValueCount];
        foreach (string file in BlockFiles.In(folder))
        {
            Guard("A file cannot be read", () =>
            {
                BlockFiles.Read(file, (block, _) =>
                {
                    cancellation.ThrowIfCancellationRequested();
                    if (block.Values != row.Length)
                    {
                        throw new TargetException(
                            $"{file} holds records of {block.Values} values, not of {row.Length}: it was written by another "
                            + $"run.");
                    }

                    for (int i = 0; i < block.Count; i++)
                    {
                        block.Row(i, out long timestamp, out uint quality, row);
                        partition.Add(block.Source, block.First + i, timestamp, quality, row);
                    }
                });
                return true;
            });
        }
    }

    public void Clean(CancellationToken cancellation = default)
    {
        foreach (string file in BlockFiles.In(folder))
        {
            cancellation.ThrowIfCancellationRequested();
            Guard("A file cannot be removed", () =>
            {
                File.Delete(file);
                return true;
            });
        }
    }

    /// <summary>The work is done in this process.</summary>
    public IReadOnlyList<int> ServerProcesses() => [];

    public void Dispose()
    {
        if (isOwn && Directory.Exists(folder))
        {
            Directory.Delete(folder, recursive: true);
        }
    }

    /// <summary>What a target throws says what it was doing, and is of the contract.</summary>
    private static T Guard<T>(string what, Func<T> action)
    {
        try
        {
            return action();
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            throw new TargetException($"{what}: {exception.Message}", exception);
        }
    }
}
