using System.Reflection;

namespace DbIngest.Core.Measurement;

/// <summary>What a program was built from.</summary>
/// <param name="Version">The version with the commit, as <c>1.0.0+0123abc.dirty</c>.</param>
/// <param name="Commit">The part after the plus sign; <c>unknown</c> when it was built outside a repository.</param>
public sealed record BuildStamp(string Version, string Commit)
{
    /// <summary>The stamp of an assembly: its <see cref="AssemblyInformationalVersionAttribute"/>.</summary>
    /// <param name="assembly">The assembly.</param>
    /// <returns>The stamp.</returns>
    public static BuildStamp Of(Assembly? assembly)
    {
        string version = assembly?.GetCustomAttribute<AssemblyInformationalVersionAttribute>()?.InformationalVersion ?? "unknown";
        int plus = version.IndexOf('+', StringComparison.Ordinal);
        return new BuildStamp(version, plus >= 0 && plus + 1 < version.Length ? version[(plus + 1)..] : "unknown");
    }
}
