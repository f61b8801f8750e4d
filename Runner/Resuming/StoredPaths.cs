using DbIngest.Abstractions.Targets;
using DbIngest.Core.Results;
using DbIngest.Runner.Opening;

namespace DbIngest.Runner.Resuming;

/// <summary>
/// Resolves relative paths in stored arguments against the folder in which the sweep was started, also in <c>--endpoint</c> if
/// the database is a file. <see cref="Resumption.ManifestOf"/>, <c>run --again</c> and <c>advise --resume</c> call it. A new
/// option whose value is a path must be listed here.
/// </summary>
internal static class StoredPaths
{
    private static readonly string[] Options =
        ["--cluster", "--endpoint", "--input", "--password-file", "--plugin", "--work-folder", "--ycsb"];

    /// <summary>Words that stand for an endpoint in a manifest when the user gave none. They are no paths.</summary>
    private static readonly string[] NotGiven = ["local", "cluster", "container"];

    /// <summary>Makes the relative paths of a sweep absolute, in its arguments and its endpoints.</summary>
    /// <param name="manifest">The sweep.</param>
    /// <param name="arguments">The arguments of the present command. Its plug-ins replace those of the sweep.</param>
    /// <returns>The manifest, unchanged if the sweep was started in the current folder.</returns>
    /// <exception cref="UsageException">A plug-in cannot be used.</exception>
    public static Manifest Whole(Manifest manifest, IReadOnlyList<string> arguments)
    {
        var endpoints = manifest.Configuration.Endpoints;
        if (manifest.Folder is not { } folder || folder == Environment.CurrentDirectory)
        {
            return manifest;
        }

        var databases = DatabasesOf(manifest.Arguments, arguments, folder);
        return manifest with
        {
            Arguments = [.. Whole(manifest.Arguments, folder, databases,
                endpoints.Count == 1 ? endpoints.Keys.First() : null)],
            Configuration = manifest.Configuration with
            {
                Endpoints = endpoints.ToDictionary(
                    of => of.Key,
                    of => FileOf(of.Key, databases) is { } file ? Placed(file, of.Value, folder) : of.Value,
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
    /// <exception cref="UsageException">A plug-in cannot be used.</exception>
    public static IReadOnlyList<TargetDefinition> DatabasesOf(
        IEnumerable<string> stored, IEnumerable<string> arguments, string? folder)
    {
        string[] given = [.. PluginsOf(arguments)];
        return Databases.With(given.Length > 0 ? given
            : PluginsOf(stored).Select(file => folder is null ? file : Path.Combine(folder, file)));
    }

    /// <summary>True if two endpoints of a database are the same file.</summary>
    public static bool IsSame(string database, string one, string other) => one == other
        || (FileOf(database, Databases.All) is { } file && !NotGiven.Contains(one) && !NotGiven.Contains(other)
            && file.NamesServer(one) && file.NamesServer(other) && Path.GetFullPath(one) == Path.GetFullPath(other));

    private static IEnumerable<string> PluginsOf(IEnumerable<string> arguments)
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
                value.Split(',', StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries)
                .Select(file => Path.Combine(folder, file))),
            "--password-file" => OfDatabase(value, folder),
            "--endpoint" => OfEndpoint(value, folder, databases, only),
            _ => Path.Combine(folder, value),
        };
        return $"{option}={whole}";
    }

    /// <summary>Resolves the path in <c>FILE</c> or <c>DB=FILE</c>.</summary>
    private static string OfDatabase(string value, string folder)
    {
        int equals = value.IndexOf('=', StringComparison.Ordinal);
        bool isNamed = equals > 0 && value[..equals].All(char.IsAsciiLetterOrDigit);
        return isNamed ? $"{value[..(equals + 1)]}{Path.Combine(folder, value[(equals + 1)..])}" : Path.Combine(folder, value);
    }

    /// <summary>Resolves <c>FILE</c> or <c>DB=FILE</c>. Returns an endpoint of a server unchanged.</summary>
    private static string OfEndpoint(string value, string folder, IReadOnlyList<TargetDefinition> databases, string? only)
    {
        int equals = value.IndexOf('=', StringComparison.Ordinal);
        return equals > 0 && FileOf(value[..equals].Trim(), databases) is { } named
            ? value[..(equals + 1)] + Placed(named, value[(equals + 1)..], folder)
            : only is not null && FileOf(only, databases) is { } alone ? Placed(alone, value, folder) : value;
    }

    /// <summary>Resolves an endpoint of a file. Returns an endpoint unchanged if it has only options and names no file.</summary>
    private static string Placed(TargetDefinition file, string endpoint, string folder) =>
        NotGiven.Contains(endpoint) || !file.NamesServer(endpoint) ? endpoint : Path.Combine(folder, endpoint);

    private static TargetDefinition? FileOf(string database, IReadOnlyList<TargetDefinition> databases) =>
        databases.FirstOrDefault(definition =>
            definition.IsFile && definition.Name.Equals(database, StringComparison.OrdinalIgnoreCase));
}
