using DbIngest.Abstractions.Targets;

namespace DbIngest.Targets.Servers;

/// <summary>
/// How the process of a server is begun, wherever it runs: in a session of its own, its id in a file of its folder, what it
/// prints in a log there.
/// </summary>
public static class ServerStart
{
    /// <summary>The file with the process's id.</summary>
    public const string ProcessFile = "pid";

    /// <summary>The file that names the control groups of the process.</summary>
    public const string GroupsFile = "groups";

    /// <summary>The log of what a deployed node prints.</summary>
    public const string OutputLog = "stdout.log";

    /// <summary>
    /// A shell's words; its arguments are the folder, the log's file name, and the program with its arguments. The shell becomes
    /// the server: its id is the server's.
    /// </summary>
    public const string Script =
        "cd \"$1\" || exit 1; log=$2; shift 2; echo $$ >pid; exec setsid \"$@\" </dev/null >>\"$log\" 2>&1";

    /// <summary>Makes what holds a process of this machine to its limits.</summary>
    /// <param name="limits">The limits.</param>
    /// <returns>The words before its command, and the folders of control groups that are to be removed when it has
    /// ended.</returns>
    /// <exception cref="TargetException">This machine has no means.</exception>
    public static (IReadOnlyList<string> Prefix, IReadOnlyList<string> Folders) Limit(ServerLimits limits)
    {
        var group = LimitedGroup.Make(limits, OperatingSystem.IsLinux() ? File.ReadAllText("/proc/self/cgroup") : string.Empty);
        return (group.Prefix, group.Folders);
    }

    /// <summary>
    /// The words before a command that systemd holds to limits, as a scope of its own which outlives who begins it.
    /// </summary>
    /// <param name="unit">The unit's name, without what stands behind the dot.</param>
    /// <param name="limits">The limits; null for none.</param>
    public static IReadOnlyList<string> Scope(string unit, ServerLimits? limits) =>
        ["systemd-run", "--scope", "--quiet", "--collect", $"--unit={unit}", .. limits is null ? []
            : LimitedGroup.Properties(limits)];
}
