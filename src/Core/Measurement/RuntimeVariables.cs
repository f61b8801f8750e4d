using System.Collections;
using System.Text.RegularExpressions;

namespace DbIngest.Core.Measurement;

/// <summary>
/// Lists environment variables that change how fast .NET, Java or an allocator runs, such as <c>DOTNET_TieredPGO=0</c> or
/// <c>JAVA_TOOL_OPTIONS</c>. Source processes and servers inherit them from the client. <see cref="EnvironmentCapture"/> stores
/// the list in the manifest, since figures depend on it. To keep paths, names and passwords out, it shows only Java's
/// <c>-X</c> switches, and short values of letters, digits, dots and commas of the runtime's own settings. Of any other value it
/// tells only that it is set: .NET programs read their own configuration, tokens included, from variables with the same prefix.
/// </summary>
internal static partial class RuntimeVariables
{
    /// <summary>The text if no such variable is set. Manifests store it.</summary>
    public const string None = "none";

    private const string Hidden = "(set)";

    private static readonly string[] OfJava = ["JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS"];

    private static readonly string[] OfAllocators = ["GLIBC_TUNABLES", "LD_PRELOAD", "MALLOC_ARENA_MAX"];

    // Variables of the SDK and the host that starts programs. They change no running code.
    private static readonly string[] OfTools =
    [
        "DOTNET_ADD_", "DOTNET_BUNDLE_", "DOTNET_CLI_", "DOTNET_GENERATE_", "DOTNET_HOST_", "DOTNET_INSTALL_", "DOTNET_LAUNCH_",
        "DOTNET_MULTILEVEL_", "DOTNET_NOLOGO", "DOTNET_ROLL_", "DOTNET_ROOT", "DOTNET_RUNNING_", "DOTNET_SDK_", "DOTNET_SKIP_",
        "DOTNET_TOOLS_", "DOTNET_USE_POLLING_", "DOTNET_VERSION", "DOTNET_WATCH",
    ];

    // How the names of the runtime's own settings go on after DOTNET_ or COMPlus_.
    private static readonly string[] OfRuntime =
    [
        "GC", "Tiered", "TC_", "OSR_", "Jit", "PGO", "ReadyToRun", "Enable", "Thread", "HillClimbing_", "PROCESSOR_COUNT",
        "SYSTEM_", "DefaultStackSize",
    ];

    /// <summary>Lists the variables of this process that matter.</summary>
    public static string Capture() => Describe(Environment.GetEnvironmentVariables().Cast<DictionaryEntry>()
        .Select(variable => ((string)variable.Key, (string?)variable.Value ?? string.Empty)));

    /// <summary>Lists the variables that matter among some variables.</summary>
    /// <param name="variables">Names and values.</param>
    /// <returns><c>NAME=value</c>, in the order of names, or <see cref="None"/>.</returns>
    internal static string Describe(IEnumerable<(string Name, string Value)> variables)
    {
        string text = string.Join(' ', variables.Where(variable => variable.Value.Length > 0 && Matters(variable.Name))
            .OrderBy(variable => variable.Name, StringComparer.Ordinal)
            .Select(variable => $"{variable.Name}={Shown(variable.Name, variable.Value)}"));
        return text.Length > 0 ? text : None;
    }

    private static bool Matters(string name) =>
        OfJava.Contains(name, StringComparer.Ordinal) || OfAllocators.Contains(name, StringComparer.Ordinal)
            || ((name.StartsWith("DOTNET_", StringComparison.Ordinal) || name.StartsWith("COMPlus_", StringComparison.Ordinal))
                && !OfTools.Any(tool => name.StartsWith(tool, StringComparison.Ordinal)));

    // Java's own switches begin with -X. A property (-Dname=value) may be a password or a path.
    private static string Shown(string name, string value) =>
        !OfJava.Contains(name, StringComparer.Ordinal) ? IsSetting(name) && Plain().IsMatch(value) ? value : Hidden
            : $"'{string.Join(' ', value.Split(' ', StringSplitOptions.RemoveEmptyEntries)
                .Select(word => JavaSwitch().IsMatch(word) ? word : Hidden))}'";

    private static bool IsSetting(string name) => OfAllocators.Contains(name, StringComparer.Ordinal)
        || OfRuntime.Any(setting => name.AsSpan(name.IndexOf('_', StringComparison.Ordinal) + 1)
            .StartsWith(setting, StringComparison.OrdinalIgnoreCase));

    [GeneratedRegex("^[A-Za-z0-9.,]{1,40}$", RegexOptions.ExplicitCapture, 1000)]
    private static partial Regex Plain();

    [GeneratedRegex("^-X[A-Za-z0-9:+=.%-]{1,80}$", RegexOptions.ExplicitCapture, 1000)]
    private static partial Regex JavaSwitch();
}
