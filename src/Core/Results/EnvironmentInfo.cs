namespace DbIngest.Core.Results;

/// <summary>
/// The machine and runtime of a sweep, stored in the manifest. <see cref="Measurement.EnvironmentCapture"/> fills it before the
/// first trial, on this machine and on each other host of sources. <c>run --resume</c> refuses a machine on which a fact
/// differs, except the memory, the commit and those of <see cref="Other"/>. No fact names a person, host or address. Unreadable
/// facts are <c>unknown</c>.
/// </summary>
/// <remarks>
/// The manifest stores the members, so they must not be renamed. <c>Resumption</c> compares them by
/// <c>EnvironmentDifferences</c>.
/// </remarks>
public sealed record EnvironmentInfo
{
    /// <summary>Version of this program with its commit.</summary>
    public required string ToolVersion { get; init; }

    /// <summary>The commit. It ends with <c>.dirty</c> if the tree had uncommitted changes.</summary>
    public required string Commit { get; init; }

    /// <summary>Name of the machine, hashed so that it identifies no person. Never an address.</summary>
    public required string Machine { get; init; }

    /// <summary>Model of the processor.</summary>
    public required string Processor { get; init; }

    /// <summary>Logical cores available to the process.</summary>
    public required int Cores { get; init; }

    /// <summary>Bytes of physical memory.</summary>
    public required long MemoryBytes { get; init; }

    /// <summary>Operating system and kernel.</summary>
    public required string OperatingSystem { get; init; }

    /// <summary>
    /// Filesystem type, device and mount options of the work folder. Of a network filesystem neither host nor user.
    /// </summary>
    public required string Filesystem { get; init; }

    /// <summary>Disk of the work folder: model, rotational or not, scheduler.</summary>
    public required string Disk { get; init; }

    /// <summary>The .NET runtime.</summary>
    public required string Runtime { get; init; }

    /// <summary>Mode of the garbage collector: server or workstation, concurrent or not, latency mode.</summary>
    public required string GarbageCollector { get; init; }

    /// <summary>
    /// Other facts that influence figures: CPU governor, swap, virtualisation, load before the start, environment variables of
    /// .NET and Java.
    /// </summary>
    public required IReadOnlyDictionary<string, string> Other { get; init; }
}
