namespace DbIngest.Core.Results;

/// <summary>Where a sweep ran. Facts that cannot be read are <c>unknown</c>.</summary>
public sealed record EnvironmentInfo
{
    /// <summary>The product's version with the commit it was built from.</summary>
    public required string ToolVersion { get; init; }

    /// <summary>The commit, with <c>.dirty</c> appended when the tree had uncommitted changes.</summary>
    public required string Commit { get; init; }

    /// <summary>The machine's name, hashed where it could identify a person: never an address.</summary>
    public required string Machine { get; init; }

    /// <summary>The processor's model.</summary>
    public required string Processor { get; init; }

    /// <summary>Logical cores available to the process.</summary>
    public required int Cores { get; init; }

    /// <summary>Physical memory.</summary>
    public required long MemoryBytes { get; init; }

    /// <summary>The operating system and kernel.</summary>
    public required string OperatingSystem { get; init; }

    /// <summary>The filesystem type, device and mount options under the work folder.</summary>
    public required string Filesystem { get; init; }

    /// <summary>The disk under the work folder: model, rotational or not, scheduler.</summary>
    public required string Disk { get; init; }

    /// <summary>The .NET runtime.</summary>
    public required string Runtime { get; init; }

    /// <summary>The garbage collector's mode: server or workstation, concurrent or not, latency mode.</summary>
    public required string GarbageCollector { get; init; }

    /// <summary>Other facts that bear on figures: CPU governor, swap, virtualisation, load before the start.</summary>
    public required IReadOnlyDictionary<string, string> Other { get; init; }
}
