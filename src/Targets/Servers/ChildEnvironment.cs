using System.Diagnostics;

namespace DbIngest.Targets.Servers;

/// <summary>
/// Prepares the environment of child processes: this program's environment without secrets. Whoever starts a process that lives
/// beside trials must pass its start information through it: <see cref="ServerProcess"/>, <see cref="Guardian"/> and
/// <see cref="PlannedStepRunner"/> for servers, <c>WorkerProcess</c> and <c>ProgramCopy</c> for source processes,
/// <c>ContainerGuard</c>, <c>LocalCommand</c> and <c>HostShell</c> for containers and deployments. Any process of the same
/// account could read a child's environment. Whoever must hand a password on adds it to the start information afterwards.
/// </summary>
public static class ChildEnvironment
{
    private const string Prefix = "DBINGEST_";
    private const string Suffix = "_PASSWORD";
    private const string KeySuffix = "_KEY";

    /// <summary>
    /// Removes every <c>DBINGEST_&lt;DB&gt;_PASSWORD</c>, and the key of a service, from a child's environment.
    /// </summary>
    /// <param name="start">Start information of the child, which is changed.</param>
    /// <param name="further">A further variable that holds a password. Null for none.</param>
    /// <returns>The same object, for chaining.</returns>
    public static ProcessStartInfo WithoutPasswords(this ProcessStartInfo start, string? further = null)
    {
        foreach (string name in start.Environment.Keys.Where(key => key == further || IsPassword(key)).ToList())
        {
            start.Environment.Remove(name);
        }

        return start;
    }

    private static bool IsPassword(string name) => name.StartsWith(Prefix, StringComparison.Ordinal)
        && (name.EndsWith(Suffix, StringComparison.Ordinal) || name.EndsWith(KeySuffix, StringComparison.Ordinal));
}
