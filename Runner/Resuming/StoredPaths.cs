using DbIngest.Abstractions.Targets;
using DbIngest.Core.Results;
using DbIngest.Runner.Opening;
using DbIngest.Runner.Options;

namespace DbIngest.Runner.Resuming;

/// <summary>
/// Resolves relative paths in stored arguments against the folder in which the sweep was started, also those within
/// <c>--endpoint</c>. <see cref="Resumption.ManifestOf"/>, <c>run --again</c> and <c>advise --resume</c> call it, and
/// <see cref="ConfigurationDifferences"/> compares paths by it. A new option whose value is a path must be listed here.
/// </summary>
internal static class StoredPaths
{
    private static readonly string[] Options =
        ["--cluster", "--endpoint", "--input", "--password-file", "--plugin", "--work-folder", "--ycsb"];

    /// <summary>Words that stand for an endpoint in a manifest when the user gave none. They are no paths.</summary>
    private static readonly string[] NotGiven = ["local", "cluster", "container"];

    /// <summary>Makes the relative paths of a sweep absolute, in its arguments and its endpoints.</summary>
    /// <param name="manifest">The sweep.</param>
    /// <param name="databases">The databases that an endpoint may name, from <see cref="DatabasesOf"/>.</param>
    /// <returns>The manifest, unchanged if the sweep was started in the current folder.</returns>
    public static Manifest Whole(Manifest manifest, IReadOnlyList<TargetDefinition> databases)
    {
        var endpoints = manifest.Configuration.Endpoints;
        if (manifest.Folder is not { } folder || folder == Environment.CurrentDirectory)
        {
            return manifest;
        }

        return manifest with
        {
            Arguments = [.. Whole(manifest.Arguments, folder, databases,
                endpoints.Count == 1 ? endpoints.Keys.First() : null)],
            Configuration = manifest.Configuration with
            {
                Endpoints = endpoints.ToDictionary(
                    of => of.Key,
                    of => DefinitionOf(of.Key, databases) is { } database ? Placed(database, of.Value, folder) : of.Value,
                    StringComparer.Ordinal),
            },
        };
    }

    /// <summary>Makes relative paths absolute.</summary>
    /// <param name="arguments">The arguments, options in the form <c>--name=value</c>.</param>
    /// <param name="folder">The folder in which the sweep was started. Null in results of older versions.</param>
    /// <param name="databases">The databases that an endpoint may name.</param>
    /// <param name="only">The database of a sweep with a single one, which an endpoint need not name. Null otherwise.</param>
    /// <returns>
    /// The arguments, unchanged if the sweep was started in the current folder, so that messages name files as the user did.
    /// </returns>
    public static IEnumerable<string> Whole(IEnumerable<string> arguments, string? folder,
        IReadOnlyList<TargetDefinition> databases, string? only = null) =>
        folder is null || folder == Environment.CurrentDirectory ? arguments : arguments
            .Select(argument => Whole(argument, folder, databases, only));

    /// <summary>
    /// Lists the databases that stored endpoints may name. Loads the plug-ins, since their databases may be files too.
    /// </summary>
    /// <param name="stored">The arguments of the stored command.</param>
    /// <param name="arguments">The arguments of the present command. Plug-ins here replace stored plug-ins.</param>
    /// <param name="folder">The folder of the stored command. Null in results of older versions.</param>
    /// <param name="recorded">Decides which stored plug-ins are loaded.</param>
    /// <exception cref="UsageException">A plug-in cannot be used, or must be given again.</exception>
    public static IReadOnlyList<TargetDefinition> DatabasesOf(
        IEnumerable<string> stored, IEnumerable<string> arguments, string? folder, StoredPlugins recorded)
    {
        string[] given = [.. PluginsOf(arguments)];
        if (given.Length > 0)
        {
            return Databases.With(given);
        }

        string[] files = [.. PluginsOf(stored).Select(file => folder is null ? file : Path.Combine(folder, file))];
        recorded.Check(files);
        return Databases.With(files);
    }

    /// <summary>True if two endpoints of a database differ at most in how they write paths.</summary>
    public static bool IsSame(string database, string one, string other) => one == other
        || (DefinitionOf(database, Databases.All) is { } definition && Placed(definition, one, Environment.CurrentDirectory)
            == Placed(definition, other, Environment.CurrentDirectory));

    /// <summary>The plug-ins that arguments name, in the form <c>--plugin=FILE</c>.</summary>
    public static IEnumerable<string> PluginsOf(IEnumerable<string> arguments)
    {
        const string plugin = "--plugin=";
        return arguments.Where(argument => argument.StartsWith(plugin, StringComparison.Ordinal))
            .Select(argument => argument[plugin.Length..]);
    }

    private static string Whole(string argument, string folder, IReadOnlyList<TargetDefinition> databases, string? only)
    {
        int equals = argument.IndexOf('=', StringComparison.Ordinal);
        string option = equals < 0 ? argument : argument[..equals];
        if (!Options.Contains(option, StringComparer.Ordinal))
        {
            return argument;
        }

        string value = argument[(equals + 1)..];
        string whole = option switch
        {
            "--cluster" => string.Join(',',
                DeployedDatabaseReader.Files(value, folder).Select(file => Path.Combine(folder, file))),
            "--password-file" => OfDatabase(value, folder, databases),
            "--endpoint" => OfEndpoint(value, folder, databases, only),
            _ => Path.Combine(folder, value),
        };
        return $"{option}={whole}";
    }

    /// <summary>Resolves the path in <c>FILE</c> or <c>DB=FILE</c>.</summary>
    private static string OfDatabase(string value, string folder, IReadOnlyList<TargetDefinition> databases)
    {
        int equals = value.IndexOf('=', StringComparison.Ordinal);
        bool isNamed = equals > 0 && DefinitionOf(value[..equals].Trim(), databases) is not null;
        return isNamed ? $"{value[..(equals + 1)]}{Path.Combine(folder, value[(equals + 1)..])}" : Path.Combine(folder, value);
    }

    /// <summary>Resolves the paths in <c>ENDPOINT</c> or <c>DB=ENDPOINT</c>.</summary>
    private static string OfEndpoint(string value, string folder, IReadOnlyList<TargetDefinition> databases, string? only)
    {
        int equals = value.IndexOf('=', StringComparison.Ordinal);
        return equals > 0 && DefinitionOf(value[..equals].Trim(), databases) is { } named
            ? value[..(equals + 1)] + Placed(named, value[(equals + 1)..], folder)
            : only is not null && DefinitionOf(only, databases) is { } alone ? Placed(alone, value, folder) : value;
    }

    /// <summary>Resolves the paths of an endpoint. A folder of another operating system resolves nothing.</summary>
    private static string Placed(TargetDefinition database, string endpoint, string folder) =>
        NotGiven.Contains(endpoint) || !Path.IsPathFullyQualified(folder) ? endpoint
            : database.WithWholePaths(endpoint, folder);

    private static TargetDefinition? DefinitionOf(string database, IReadOnlyList<TargetDefinition> databases) =>
        databases.FirstOrDefault(definition => definition.Name.Equals(database, StringComparison.OrdinalIgnoreCase));
}
