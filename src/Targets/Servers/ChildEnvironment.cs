using System.Diagnostics;

namespace DbIngest.Targets.Servers;

/// <summary>The environment of child processes: this program's, without the passwords that are for this program alone.</summary>
public static class ChildEnvironment
{
    private const string Prefix = "DBINGEST_";
    private const string Suffix = "_PASSWORD";

    /// <summary>
    /// Leaves out every <c>DBINGEST_&lt;DB&gt;_PASSWORD</c>: anybody with the same account could read it from the child.
    /// </summary>
    /// <param name="start">How the child is started.</param>
    /// <returns>The same.</returns>
    public static ProcessStartInfo WithoutPasswords(this ProcessStartInfo start)
    {
        foreach (string name in start.Environment.Keys.Where(IsPassword).ToList())
        {
            start.Environment.Remove(name);
        }

        return start;
    }

    private static bool IsPassword(string name) => name.StartsWith(Prefix, StringComparison.Ordinal)
        && name.EndsWith(Suffix, StringComparison.Ordinal);
}
