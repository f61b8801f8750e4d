using System.Runtime;
using System.Runtime.InteropServices;
using DbIngest.Abstractions.Resources;
using DbIngest.Abstractions.Targets;
using DbIngest.Core.Results;

namespace DbIngest.Core.Measurement;

/// <summary>
/// Captures machine and runtime for the manifest. <c>RunVerb</c> calls it once before the first trial, and <c>SourceProcess</c>
/// on another host for that host. It changes nothing and never throws: unreadable facts are <c>unknown</c>. It must reveal
/// neither user nor host names.
/// </summary>
public static class EnvironmentCapture
{
    /// <summary>The key of the hypervisor and the container in <see cref="EnvironmentInfo.Other"/>.</summary>
    public const string Virtualised = "virtualisation";

    /// <summary>The end of that value in a container of docker or podman.</summary>
    public const string InContainer = ", container";

    private const string Unknown = "unknown";

    /// <summary>Captures the environment.</summary>
    /// <param name="workFolder">The folder in which local databases keep their data.</param>
    /// <param name="program">Version and commit of the program that measures.</param>
    public static EnvironmentInfo Capture(string workFolder, BuildStamp program)
    {
        var mount = MountOf(workFolder);
        string cpu = ProcText.ReadText("/proc/cpuinfo") ?? string.Empty;
        return new EnvironmentInfo
        {
            ToolVersion = program.Version,
            Commit = program.Commit,
            Machine = HashedName(Environment.MachineName),
            Processor = Value(cpu, "model name") ?? Value(cpu, "Model") ?? RuntimeInformation.OSArchitecture.ToString(),
            Cores = Environment.ProcessorCount,
            MemoryBytes = MachineMemory.Available(),
            OperatingSystem = OperatingSystemName(),
            Filesystem = mount?.ToString() ?? DriveFormat(workFolder),
            Disk = (mount is null ? null : BlockDevice.Describe(mount.Device, mount.Source, "/sys")) ?? Unknown,
            Runtime = $"{RuntimeInformation.FrameworkDescription} {RuntimeInformation.ProcessArchitecture}",
            GarbageCollector = $"{(GCSettings.IsServerGC ? "server" : "workstation")}, "
                + $"{(IsConcurrent() ? "concurrent" : "not concurrent")}, {GCSettings.LatencyMode}",
            Other = Other(cpu),
        };
    }

    /// <summary>Reads a line <c>key : value</c> or <c>KEY="value"</c>.</summary>
    /// <param name="text">The lines.</param>
    /// <param name="key">The key.</param>
    /// <returns>The value of the first such line, or null.</returns>
    internal static string? Value(string text, string key)
    {
        foreach (string line in text.Split('\n'))
        {
            int separator = line.IndexOfAny([':', '=']);
            if (separator >= 0 && line.AsSpan(0, separator).Trim().SequenceEqual(key))
            {
                string value = line[(separator + 1)..].Trim().Trim('"');
                return value.Length == 0 ? null : value;
            }
        }

        return null;
    }

    /// <summary>Distinguishes machines without naming them: the first 8 hexadecimal digits of the name's SHA-256.</summary>
    internal static string HashedName(string name) => PersonalNames.Hash(name);

    private static MountPoint? MountOf(string folder)
    {
        if (ProcText.ReadText("/proc/self/mountinfo") is not { } mounts)
        {
            return null;
        }

        string path = Path.GetFullPath(folder);
        try
        {
            // Resolves the folder itself if it is a link. A link further up shows the mount of the link.
            path = Links.Followed(path);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            // A folder that does not exist yet lies on the filesystem of its parent.
        }

        return MountPoint.Of(mounts, path);
    }

    private static string DriveFormat(string folder)
    {
        try
        {
            return new DriveInfo(Path.GetFullPath(folder)).DriveFormat;
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException or ArgumentException)
        {
            return Unknown;
        }
    }

    private static string OperatingSystemName()
    {
        string kernel = $"{RuntimeInformation.OSDescription} {RuntimeInformation.OSArchitecture}";
        string? distribution = Value(ProcText.ReadText("/etc/os-release") ?? string.Empty, "PRETTY_NAME");
        string? release = ProcText.ReadText("/proc/sys/kernel/osrelease");
        return distribution is null || release is null
            ? kernel
            : $"{distribution}, Linux {release} {RuntimeInformation.OSArchitecture}";
    }

    private static bool IsConcurrent() =>
        !GC.GetConfigurationVariables().TryGetValue("ConcurrentGC", out object? value) || value is true;

    private static Dictionary<string, string> Other(string cpu) => new(StringComparer.Ordinal)
    {
        ["governor"] = ProcText.ReadText("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor") ?? Unknown,
        ["huge_pages"] = BlockDevice.Chosen(ProcText.ReadText("/sys/kernel/mm/transparent_hugepage/enabled")) ?? Unknown,
        ["load_average"] = LoadAverage() ?? Unknown,
        ["runtime_variables"] = RuntimeVariables.Capture(),
        ["swap"] = Swap() ?? Unknown,
        [Virtualised] = Virtualisation(cpu) ?? Unknown,
    };

    private static string? LoadAverage() =>
        ProcText.ReadText("/proc/loadavg") is { } load ? string.Join(' ', load.Split(' ').Take(3)) : null;

    private static string? Swap()
    {
        byte[] buffer = new byte[4096];
        ReadOnlySpan<byte> memory = ProcText.Read("/proc/meminfo", buffer);
        return ProcText.Field(memory, "SwapTotal:"u8) switch
        {
            null => null,
            0 => "none",
            long total => $"{total} kB, {ProcText.Field(memory, "SwapFree:"u8)} kB free, "
                + $"swappiness {ProcText.ReadText("/proc/sys/vm/swappiness") ?? Unknown}",
        };
    }

    private static string? Virtualisation(string cpu)
    {
        if (cpu.Length == 0)
        {
            return null;
        }

        bool isVirtual = Value(cpu, "flags")?.Split(' ').Contains("hypervisor", StringComparer.Ordinal) == true;
        string machine = string.Join(
            ' ',
            new[] { ProcText.ReadText("/sys/class/dmi/id/sys_vendor"), ProcText.ReadText("/sys/class/dmi/id/product_name") }
                .OfType<string>());
        string container = File.Exists("/.dockerenv") || File.Exists("/run/.containerenv") ? InContainer : string.Empty;
        return $"{(isVirtual ? "virtual machine" : "no hypervisor seen")}{(machine.Length > 0 ? $" ({machine})" : "")}{container}";
    }
}
