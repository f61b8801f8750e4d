using System.Diagnostics;

namespace DbIngest.Targets.Servers;

/// <summary>
/// Prepares the environment of child processes: this program's environment without the passwords of databases. Code that starts
/// servers, guardians, workers or containers must pass its start information through it, because any process of the same account
/// can read a child's environment. Other secrets stay: the service key, and passwords in variables that a deployment file names.
/// </summary>
public static class ChildEnvironment
{
    private const string Prefix = "DBINGEST_";
    private const string Suffix = "_PASSWORD";

    /// <summary>Removes every variable <c>DBINGEST_..._PASSWORD</c> from a child's environment.</summary>
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
        && name.EndsWith(Suffix, StringComparison.Ordinal);
}
