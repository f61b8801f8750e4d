using DbIngest.Abstractions.Targets;

namespace DbIngest.Targets.Servers;

/// <summary>
/// Says how the process of a server starts on any machine: in its own session, with its id in a file of its folder and its output
/// in a log there. <see cref="ServerProcess"/> uses it for private servers, and <c>ProcessUp</c> and <c>NodeFolder</c> for nodes
/// of deployments on this machine or on hosts. A change here must keep both in step with <see cref="Guardian"/>.
/// </summary>
public static class ServerStart
{
    /// <summary>Name of the file with the process id.</summary>
    public const string ProcessFile = "pid";

    /// <summary>Name of the file that lists the control groups of the process.</summary>
    public const string GroupsFile = "groups";

    /// <summary>Name of the log with the output of a node.</summary>
    public const string OutputLog = "stdout.log";

    /// <summary>
    /// A shell script with the arguments folder, log file name, program and its arguments. The shell becomes the server, so its
    /// id is the server's.
    /// </summary>
    public const string Script =
        "cd \"$1\" || exit 1; log=$2; shift 2; echo $$ >pid; exec setsid \"$@\" </dev/null >>\"$log\" 2>&1";

    /// <summary>Creates the control groups that limit a process of this machine.</summary>
    /// <param name="limits">The limits, at least one.</param>
    /// <returns>Words to put before its command, and folders of control groups to remove once it has ended.</returns>
    /// <exception cref="TargetException">This machine can enforce no limits.</exception>
    public static (IReadOnlyList<string> Prefix, IReadOnlyList<string> Folders) Limit(ServerLimits limits)
    {
        var group = LimitedGroup.Make(limits, OperatingSystem.IsLinux() ? File.ReadAllText("/proc/self/cgroup") : string.Empty);
        return (group.Prefix, group.Folders);
    }

    /// <summary>
    /// Words to put before a command so that systemd runs it as a scope, which outlives the process that starts it and enforces
    /// limits.
    /// </summary>
    /// <param name="unit">Name of the scope without <c>.scope</c>.</param>
    /// <param name="limits">The limits. Null for none.</param>
    public static IReadOnlyList<string> Scope(string unit, ServerLimits? limits) =>
        ["systemd-run", "--scope", "--quiet", "--collect", $"--unit={unit}", .. limits is null ? []
            : LimitedGroup.Properties(limits)];
}
