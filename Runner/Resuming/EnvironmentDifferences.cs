using DbIngest.Core.Results;

namespace DbIngest.Runner.Resuming;

/// <summary>Names in what two environments differ, as far as it bears on figures.</summary>
internal static class EnvironmentDifferences
{
    /// <summary>Compares environments.</summary>
    /// <param name="stored">Where a sweep was begun.</param>
    /// <param name="now">Where it would go on.</param>
    /// <returns>One text a difference; empty when they are alike.</returns>
    public static IReadOnlyList<string> Between(EnvironmentInfo stored, EnvironmentInfo now)
    {
        (string Name, object Stored, object Now)[] facts =
        [
            ("this program's version", stored.ToolVersion, now.ToolVersion),
            ("the machine", stored.Machine, now.Machine),
            ("the processor", stored.Processor, now.Processor),
            ("the number of cores", stored.Cores, now.Cores),
            ("the operating system", stored.OperatingSystem, now.OperatingSystem),
            ("the filesystem of the work folder", stored.Filesystem, now.Filesystem),
            ("the disk of the work folder", stored.Disk, now.Disk),
            ("the runtime", stored.Runtime, now.Runtime),
            ("the garbage collector", stored.GarbageCollector, now.GarbageCollector),
        ];
        return [.. facts.Where(f => !f.Stored.Equals(f.Now)).Select(f => $"{f.Name} is {f.Now}, and was {f.Stored}")];
    }
}
