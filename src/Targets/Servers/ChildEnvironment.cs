using System.Diagnostics;

namespace DbIngest.Targets.Servers;

/// <summary>
/// Prepares the environment of child processes: this program's environment without secrets. Everything that starts a process
/// (servers, guardians, launchers, containers) passes its start information through it, because any process of the same account
/// could read a child's environment.
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
    /// <returns>The same object, for chaining.</returns>
    public static ProcessStartInfo WithoutPasswords(this ProcessStartInfo start)
    {
        foreach (string name in start.Environment.Keys.Where(IsPassword).ToList())
        {
            start.Environment.Remove(name);
        }

        return start;
    }

    private static bool IsPassword(string name) => name.StartsWith(Prefix, StringComparison.Ordinal)
        && (name.EndsWith(Suffix, StringComparison.Ordinal) || name.EndsWith(KeySuffix, StringComparison.Ordinal));
}
