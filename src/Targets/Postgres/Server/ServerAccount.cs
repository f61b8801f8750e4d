using System.ComponentModel;
using System.Diagnostics;
using System.Globalization;
using System.Runtime.InteropServices;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Servers;

namespace DbIngest.Targets.Postgres.Server;

/// <summary>
/// The account that a private server runs as: our own, or, since PostgreSQL refuses to run as root, <c>postgres</c> or
/// <c>nobody</c>.
/// </summary>
/// <param name="UserId">The user's id; null for our own account.</param>
/// <param name="GroupId">The group's id.</param>
internal sealed partial record ServerAccount(uint? UserId, uint GroupId)
{
    /// <summary>The words that come before a command line to run it as this account.</summary>
    public IReadOnlyList<string> Prefix => UserId is { } user
        ? ["setpriv", string.Create(CultureInfo.InvariantCulture, $"--reuid={user}"),
            string.Create(CultureInfo.InvariantCulture, $"--regid={GroupId}"), "--clear-groups"]
        : [];

    /// <summary>The mode of a folder of ours that has the account's in it.</summary>
    public UnixFileMode WayTo => UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute
        | (UserId is null ? UnixFileMode.None : UnixFileMode.GroupExecute | UnixFileMode.OtherExecute);

    /// <summary>Chooses the account.</summary>
    /// <returns>The account.</returns>
    /// <exception cref="TargetException">We are root and there is no other account.</exception>
    public static ServerAccount Choose()
    {
        if (geteuid() != 0)
        {
            return new(null, 0);
        }

        foreach (string name in (string[])["postgres", "nobody"])
        {
            // man 5 passwd: name:password:uid:gid:...
            string[]? entry = File.ReadLines("/etc/passwd").Select(l => l.Split(':')).FirstOrDefault(f => f[0] == name);
            if (entry is not null)
            {
                return new(uint.Parse(entry[2], CultureInfo.InvariantCulture),
                    uint.Parse(entry[3], CultureInfo.InvariantCulture));
            }
        }

        throw new TargetException(
            "PostgreSQL refuses to run as root, and there is no account 'postgres' or 'nobody': run as another user.",
            isUnreachable: true);
    }

    /// <summary>Makes a folder that belongs to the account and that nobody else can enter.</summary>
    /// <param name="path">The folder.</param>
    public void MakeFolder(string path)
    {
        PrivateFolder.Make(path);
        if (UserId is { } user && lchown(path, user, GroupId) != 0)
        {
            throw new TargetException(
                $"{path} cannot be given to the account of the server: {Marshal.GetLastPInvokeErrorMessage()}");
        }
    }

    /// <summary>Whether the account can write in a folder: the way there may be closed to it.</summary>
    /// <param name="path">The folder.</param>
    /// <returns>True when it can.</returns>
    public bool CanWrite(string path) => UserId is null || Run("test", "-w", path).ExitCode == 0;

    /// <summary>Runs a program as the account, to its end.</summary>
    /// <param name="command">The program and its arguments.</param>
    /// <returns>The exit code, and what it printed.</returns>
    /// <exception cref="TargetException">It cannot be started.</exception>
    public (int ExitCode, string Output) Run(params IEnumerable<string> command)
    {
        string[] words = [.. Prefix, .. command];
        try
        {
            var start = new ProcessStartInfo(words[0], words.Skip(1))
            {
                RedirectStandardOutput = true,
                RedirectStandardError = true,
                UseShellExecute = false
            };
            using var process = Process.Start(start.WithoutPasswords())!;
            var errors = process.StandardError.ReadToEndAsync();
            string output = process.StandardOutput.ReadToEnd();
            process.WaitForExit();
            return (process.ExitCode, output + errors.GetAwaiter().GetResult());
        }
        catch (Win32Exception e)
        {
            throw new TargetException($"{words[0]} cannot be started: {e.Message}", e, isUnreachable: true);
        }
    }

    [LibraryImport("libc")]
    private static partial uint geteuid();

    [LibraryImport("libc", SetLastError = true, StringMarshalling = StringMarshalling.Utf8)]
    private static partial int lchown(string path, uint user, uint group);
}
