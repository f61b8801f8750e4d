using DbIngest.Abstractions.Targets;

namespace PlainFile;

/// <summary>Plain files: every writer appends its batches to a file of its own.</summary>
public sealed class PlainFileDefinition : TargetDefinition
{
    /// <summary>The contract of which each batch is synced.</summary>
    internal const string Synced = "synced";

    /// <inheritdoc/>
    public override string Name => "plainfile";

    /// <inheritdoc/>
    public override string Summary => "Plain files (one block appended a batch)";

    /// <inheritdoc/>
    public override string Needs => "nothing; --endpoint is a folder for the files (default: a temporary one in the work folder)";

    /// <inheritdoc/>
    public override bool IsFile => true;

    /// <inheritdoc/>
    public override DataModel Model => DataModel.TimeSeries;

    /// <inheritdoc/>
    public override IReadOnlyList<DurabilityContract> Contracts { get; } =
    [
        new(Synced, "The batch is on the disk: it survives a power cut.", Survival.PowerLoss) { IsDefault = true },
        new("buffered", "The operating system has the batch: it survives the end of the process, and not a power cut.",
            Survival.ProcessCrash),
    ];

    /// <inheritdoc/>
    public override ITarget Open(TargetOptions options)
    {
        var contract = Contract(options.Durability);
        var client = Client(options.Client);
        string folder = Path.GetFullPath(options.Endpoint ?? Path.Combine(options.WorkFolder, $"plainfile-{Guid.NewGuid():N}"));
        if (File.Exists(folder))
        {
            throw new ArgumentException($"--endpoint {folder}: this is a file; name a folder.");
        }

        try
        {
            Directory.CreateDirectory(folder);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            throw new TargetException($"The folder {folder} cannot be made: {exception.Message} Name another by --endpoint.",
                exception);
        }

        return new PlainFileTarget(Name, client.Name, contract, folder, isOwn: options.Endpoint is null);
    }

    /// <inheritdoc/>
    public override TargetAvailability Probe(TargetOptions options) => new(true, "needs no server");
}
