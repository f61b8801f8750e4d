using DbIngest.Core.Measurement;
using DbIngest.Core.Results;

namespace DbIngest.Runner.Resuming;

/// <summary>
/// Lists differences between two environments that influence figures: machine, system, runtime, program.
/// <see cref="Resumption"/> refuses any for <c>--resume</c>, of this machine and of each host of sources. <c>run --again</c>
/// prints those of this machine. A new member of <c>EnvironmentInfo</c> that influences figures must be compared here.
/// </summary>
internal static class EnvironmentDifferences
{
    private const string Machine = "the machine";

    /// <summary>Explains a difference of <see cref="EnvironmentInfo.Machine"/> in a container, with the remedy.</summary>
    private const string OfContainer = " (in a container it is the host name, which every new container has anew: start each with "
        + "the same --hostname)";

    /// <summary>Compares environments.</summary>
    /// <param name="stored">The environment of the stored sweep.</param>
    /// <param name="now">The present environment.</param>
    /// <returns>One text per difference.</returns>
    public static IReadOnlyList<string> Between(EnvironmentInfo stored, EnvironmentInfo now)
    {
        (string Name, object Stored, object Now)[] facts =
        [
            ("this program's version", stored.ToolVersion, now.ToolVersion),
            (Machine, stored.Machine, now.Machine),
            ("the processor", stored.Processor, now.Processor),
            ("the number of cores", stored.Cores, now.Cores),
            ("the operating system", stored.OperatingSystem, now.OperatingSystem),
            ("the filesystem of the work folder", stored.Filesystem, now.Filesystem),
            ("the disk of the work folder", stored.Disk, now.Disk),
            ("the runtime", stored.Runtime, now.Runtime),
            ("the garbage collector", stored.GarbageCollector, now.GarbageCollector),
        ];
        return [.. facts.Where(f => !f.Stored.Equals(f.Now))
            .Select(f => $"{f.Name} is {f.Now}, and was {f.Stored}"
                + (f.Name == Machine && IsContainer(now) ? OfContainer : string.Empty))];
    }

    private static bool IsContainer(EnvironmentInfo environment) =>
        environment.Other.GetValueOrDefault(EnvironmentCapture.Virtualised)?.EndsWith(EnvironmentCapture.InContainer,
            StringComparison.Ordinal) == true;
}
