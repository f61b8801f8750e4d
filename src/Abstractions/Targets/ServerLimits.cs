using System.Globalization;

namespace DbIngest.Abstractions.Targets;

/// <summary>
/// Resource limits of each node of a private server, from <c>--server-memory</c> and <c>--server-cpus</c>. The command line
/// passes them in <see cref="TargetOptions.ServerLimits"/> or to the container of the run, and a deployment to its nodes. Whoever
/// starts the server must enforce them or refuse to start it.
/// </summary>
/// <param name="MemoryBytes">Bytes of memory, including the page cache of its files. Null for no limit.</param>
/// <param name="Cpus">Cores, possibly a fraction. Null for no limit.</param>
public sealed record ServerLimits(long? MemoryBytes, double? Cpus)
{
    /// <inheritdoc/>
    public override string ToString() => string.Join(
        " and ",
        (string[])
        [
            .. MemoryBytes is { } bytes ? [string.Create(CultureInfo.InvariantCulture, $"{bytes >> 20} MiB of memory")]
                : Array.Empty<string>(),
            .. Cpus is { } cpus ? [string.Create(CultureInfo.InvariantCulture, $"{cpus} {(cpus == 1 ? "core" : "cores")}")]
                : Array.Empty<string>(),
        ]);
}
