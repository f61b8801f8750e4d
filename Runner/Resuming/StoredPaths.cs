using DbIngest.Core.Results;
using DbIngest.Runner.Opening;

namespace DbIngest.Runner.Resuming;

/// <summary>
/// Resolves relative paths in stored arguments against the folder in which the sweep was started, those of <c>--endpoint</c> too
/// where the database is a file. <see cref="Resumption.ManifestOf"/> and <c>run --again</c> call it. A new option whose value is
/// a path must be listed here.
/// </summary>
internal static class StoredPaths
{
    private static readonly string[] Options =
        ["--cluster", "--endpoint", "--input", "--password-file", "--plugin", "--work-folder", "--ycsb"];

    /// <summary>What stands for an endpoint that nobody gave.</summary>
    private static readonly string[] NotGiven = ["local", "cluster", "container"];

    /// <summary>Makes the relative paths of a sweep absolute, in its arguments and its endpoints.</summary>
    /// <param name="manifest">The sweep.</param>
    /// <returns>The manifest, unchanged if the current folder is that in which the sweep was started.</returns>
    public static Manifest Whole(Manifest manifest)
    {
        var endpoints = manifest.Configuration.Endpoints;
        return manifest.Folder is not { } folder || folder == Environment.CurrentDirectory ? manifest : manifest with
        {
            Arguments = [.. Whole(manifest.Arguments, folder, endpoints.Count == 1 ? endpoints.Keys.First() : null)],
            Configuration = manifest.Configuration with
            {
                Endpoints = endpoints.ToDictionary(
                    of => of.Key,
                    of => IsFile(of.Key) && !NotGiven.Contains(of.Value) ? Path.Combine(folder, of.Value) : of.Value,
                    StringComparer.Ordinal),
            },
        };
    }

    /// <summary>Makes relative paths absolute.</summary>
    /// <param name="arguments">The arguments, options in the form <c>--name=value</c>.</param>
    /// <param name="folder">The folder in which the sweep was started. Null in results of older versions.</param>
    /// <param name="only">The database, if there is one only: an endpoint need not name it.</param>
    /// <returns>
    /// The arguments, unchanged if the current folder is that folder, so that messages name files as the user did.
    /// </returns>
    public static IEnumerable<string> Whole(IEnumerable<string> arguments, string? folder, string? only = null) =>
        folder is null || folder == Environment.CurrentDirectory ? arguments : arguments
            .Select(argument => Whole(argument, folder, only));

    private static string Whole(string argument, string folder, string? only)
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
            "--endpoint" => OfEndpoint(value, folder, only),
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

    /// <summary>Resolves <c>FILE</c> or <c>DB=FILE</c>; an endpoint of a server stays as it is.</summary>
    private static string OfEndpoint(string value, string folder, string? only)
    {
        int equals = value.IndexOf('=', StringComparison.Ordinal);
        return equals > 0 && IsFile(value[..equals].Trim())
            ? $"{value[..(equals + 1)]}{Path.Combine(folder, value[(equals + 1)..])}"
            : only is not null && IsFile(only) ? Path.Combine(folder, value) : value;
    }

    private static bool IsFile(string database) => Databases.All.Any(definition =>
        definition.IsFile && definition.Name.Equals(database, StringComparison.OrdinalIgnoreCase));
}
