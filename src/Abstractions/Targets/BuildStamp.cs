using System.Reflection;

namespace DbIngest.Abstractions.Targets;

/// <summary>
/// The version with which an assembly was built. Targets report by it which client wrote, the command line and the manifest which
/// program ran. It reads assembly attributes and never a file's path, because a program in a single file has none.
/// </summary>
/// <param name="Version">The version with the commit, for example <c>1.0.0+0123abc.dirty</c>. <c>unknown</c> without any.</param>
/// <param name="Commit">The part after the plus sign. <c>unknown</c> for a build outside a repository.</param>
public sealed record BuildStamp(string Version, string Commit)
{
    /// <summary>Stands for a version or commit that is not known.</summary>
    public const string Unknown = "unknown";

    /// <summary>The version without the commit, for example <c>1.0.0</c>.</summary>
    public string Number => Version.Split('+')[0];

    /// <summary>Reads the stamp of the assembly that contains a type, for example of a driver's connection.</summary>
    public static BuildStamp Of(Type type) => Of(type.Assembly);

    /// <summary>Reads the stamp of an assembly. Without an informational version, its assembly version counts.</summary>
    /// <param name="assembly">The assembly, or null if there is none.</param>
    public static BuildStamp Of(Assembly? assembly)
    {
        string version = assembly?.GetCustomAttribute<AssemblyInformationalVersionAttribute>()?.InformationalVersion
            ?? assembly?.GetName().Version?.ToString() ?? Unknown;
        int plus = version.IndexOf('+', StringComparison.Ordinal);
        return new BuildStamp(version, plus >= 0 && plus + 1 < version.Length ? version[(plus + 1)..] : Unknown);
    }
}
