using System.Globalization;
using System.Text;
using DbIngest.Abstractions.Resources;
using DbIngest.Abstractions.Targets;

namespace DbIngest.Targets.Servers;

/// <summary>
/// Enforces memory and CPU limits on a server's process by a control group (version 2, else 1) or a systemd scope.
/// <see cref="ServerProcess"/> creates a group before it starts a process with limits, puts the prefix before the command, and
/// disposes the group. <see cref="ServerStart.Limit"/> hands prefix and folders to a deployment, which removes the folders.
/// </summary>
/// <remarks>
/// A machine with none of these mechanisms refuses the limits, because a result must never state a limit that nothing enforced.
/// With a memory limit it also forbids swap, except in control groups of version 1. In other control groups it changes only which
/// controllers their children may use. Linux only.
/// </remarks>
internal sealed class LimitedGroup : IDisposable
{
    private const long PeriodUs = 100_000;
    private const string Join = "for group in $1; do echo $$ >\"$group/cgroup.procs\" || exit 1; done; shift; exec \"$@\"";

    private readonly IReadOnlyList<string> _folders;

    private LimitedGroup(string kind, IReadOnlyList<string> folders, IReadOnlyList<string> prefix)
    {
        Kind = kind;
        _folders = folders;
        Prefix = prefix;
    }

    /// <summary>The mechanism that enforces the limits, for the result.</summary>
    public string Kind { get; }

    /// <summary>Words to put before the server's command line.</summary>
    public IReadOnlyList<string> Prefix { get; }

    /// <summary>Folders of the created control groups, to remove once the process has ended. Empty with systemd.</summary>
    public IReadOnlyList<string> Folders => _folders;

    /// <summary>Creates the control groups, or the prefix of a systemd scope.</summary>
    /// <param name="limits">The limits, at least one.</param>
    /// <param name="membership">The content of <c>/proc/self/cgroup</c>.</param>
    /// <param name="root">Mount point of the control groups.</param>
    /// <param name="systemd">A folder that exists while systemd runs.</param>
    /// <exception cref="TargetException">This machine can enforce no limits. The message says what is missing.</exception>
    public static LimitedGroup Make(ServerLimits limits, string membership, string root = "/sys/fs/cgroup",
        string systemd = "/run/systemd/system")
    {
        string name = $"dbingest-{Guid.NewGuid().ToString("N")[..8]}";
        string[][] groups = [.. membership.Split('\n').Select(line => line.Split(':', 3)).Where(fields => fields.Length == 3)];
        if ((Version2(limits, groups, root, name) ?? Version1(limits, groups, root, name)) is { } folders)
        {
            string kind = folders.Count == 1 && File.Exists(Path.Combine(folders[0], "cgroup.controllers")) ? "control group v2"
                : "control groups v1";
            return new(kind, folders, ["sh", "-c", Join, "sh", string.Join(' ', folders)]);
        }

        return Directory.Exists(systemd)
            ? new("systemd scope", [],
                ["systemd-run", "--scope", "--quiet", "--collect", .. Environment.IsPrivilegedProcess ? Array.Empty<string>()
                : ["--user"], .. Properties(limits)])
            : throw new TargetException(
                "A private server cannot be limited on this machine: there is no control group that may be written to, and no "
                + "systemd. "
                + "Leave --server-memory and --server-cpus out, or run where one of them is: as root, or in a group that is "
                + "delegated to this user.");
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        foreach (string folder in _folders.Where(Directory.Exists))
        {
            try
            {
                Directory.Delete(folder);
            }
            catch (IOException)
            {
                // A process of the server has not ended yet: the guardian tries again.
            }
        }
    }

    internal static IEnumerable<string> Properties(ServerLimits limits)
    {
        if (limits.MemoryBytes is { } bytes)
        {
            yield return "--property=MemoryMax=" + bytes.ToString(CultureInfo.InvariantCulture);
            yield return "--property=MemorySwapMax=0";
        }

        if (limits.Cpus is { } cpus)
        {
            // 1.1 * 100 is not 110, and systemd reads two decimals at most.
            yield return string.Create(CultureInfo.InvariantCulture, $"--property=CPUQuota={cpus * 100:0.##}%");
        }
    }

    /// <summary>
    /// Creates a group below the group of this process, or beside it: a group with processes cannot contain groups with
    /// controllers.
    /// </summary>
    private static List<string>? Version2(ServerLimits limits, string[][] groups, string root, string name)
    {
        string? own = Array.Find(groups, fields => fields[1].Length == 0)?[2].TrimEnd('/');
        if (own is null || !File.Exists(Path.Combine(root, "cgroup.controllers")))
        {
            return null;
        }

        string[] needed = [.. limits.MemoryBytes is null ? Array.Empty<string>() : ["memory"], .. limits.Cpus is null
            ? Array.Empty<string>() : ["cpu"]];
        foreach (string parent in (string[])[root + own, root + (own.Length > 0 ? own[..own.LastIndexOf('/')] : own)])
        {
            string control = Path.Combine(parent, "cgroup.subtree_control");
            bool Has() => needed.All((ProcText.ReadText(control) ?? string.Empty).Split(' ', '\n').Contains);
            string folder = Path.Combine(parent, name);
            if ((Has() || (TryWrite(control, string.Join(' ', needed.Select(controller => "+" + controller))) && Has()))
                && TryMake(folder))
            {
                bool isLimited =
                    (limits.MemoryBytes is not { } bytes || TryWrite(Path.Combine(folder, "memory.max"), Text(bytes)))
                    && (limits.Cpus is not { } cpus
                        || TryWrite(Path.Combine(folder, "cpu.max"), $"{Quota(cpus)} {Text(PeriodUs)}"));
                if (limits.MemoryBytes is not null)
                {
                    TryWrite(Path.Combine(folder, "memory.swap.max"), "0");
                }

                if (isLimited)
                {
                    return [folder];
                }

                Directory.Delete(folder);
            }
        }

        return null;
    }

    private static List<string>? Version1(ServerLimits limits, string[][] groups, string root, string name)
    {
        var made = new List<string>();
        string? Group(string controller)
        {
            string? own = Array.Find(groups, fields => fields[1].Split(',').Contains(controller, StringComparer.Ordinal))?[2]
                .TrimEnd('/');
            string folder = Path.Combine(root, controller + own, name);
            if (own is null || !TryMake(folder))
            {
                return null;
            }

            made.Add(folder);
            return folder;
        }

        bool isLimited = (limits.MemoryBytes is not { } bytes
            || (Group("memory") is { } memory && TryWrite(Path.Combine(memory, "memory.limit_in_bytes"), Text(bytes))))
            && (limits.Cpus is not { } cpus || (Group("cpu") is { } cpu
                && TryWrite(Path.Combine(cpu, "cpu.cfs_period_us"), Text(PeriodUs))
                    && TryWrite(Path.Combine(cpu, "cpu.cfs_quota_us"), Quota(cpus))));
        if (!isLimited)
        {
            made.ForEach(Directory.Delete);
        }

        return isLimited ? made : null;
    }

    private static string Quota(double cpus) => Text((long)Math.Max(1000, cpus * PeriodUs));

    private static string Text(long number) => number.ToString(CultureInfo.InvariantCulture);

    private static bool TryWrite(string file, string text)
    {
        try
        {
            // Opened without truncating, which files of control groups refuse.
            using var handle = File.OpenHandle(file, FileMode.OpenOrCreate, FileAccess.Write, FileShare.ReadWrite);
            RandomAccess.Write(handle, Encoding.ASCII.GetBytes(text), 0);
            return true;
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            return false;
        }
    }

    private static bool TryMake(string folder)
    {
        try
        {
            return Directory.Exists(Path.GetDirectoryName(folder)) && Directory.CreateDirectory(folder).Exists;
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            return false;
        }
    }
}
