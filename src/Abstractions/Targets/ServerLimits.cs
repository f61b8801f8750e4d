using System.Globalization;

namespace DbIngest.Abstractions.Targets;

/// <summary>What a private server may take at most; each of its nodes, where it has several.</summary>
/// <param name="MemoryBytes">Memory, the page cache of its files included; null for no limit.</param>
/// <param name="Cpus">Cores, also parts of one; null for no limit.</param>
public sealed record ServerLimits(long? MemoryBytes, double? Cpus)
{
    /// <inheritdoc/>
    public override string ToString() => string.Join(
        " and ",
        (string[])
        [
            .. MemoryBytes is { } bytes ? [string.Create(CultureInfo.InvariantCulture, $"{bytes >> 20} MiB of memory")] : Array.Empty<string>(),
            .. Cpus is { } cpus ? [string.Create(CultureInfo.InvariantCulture, $"{cpus} {(cpus == 1 ? "core" : "cores")}")] : Array.Empty<string>(),
        ]);
}
