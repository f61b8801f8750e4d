namespace DbIngest.Runner.Resuming;

/// <summary>
/// Resolves relative paths in stored arguments against the folder in which the sweep was started. <see cref="Resumption.Merge"/>
/// calls it. A new option whose value is a path must be listed here.
/// </summary>
internal static class StoredPaths
{
    private static readonly string[] Options = ["--cluster", "--input", "--password-file", "--plugin", "--work-folder", "--ycsb"];

    /// <summary>Makes relative paths absolute.</summary>
    /// <param name="arguments">The arguments, options in the form <c>--name=value</c>.</param>
    /// <param name="folder">The folder in which the sweep was started. Null in results of older versions.</param>
    /// <returns>
    /// The arguments, unchanged if the current folder is that folder, so that messages name files as the user did.
    /// </returns>
    public static IEnumerable<string> Whole(IEnumerable<string> arguments, string? folder) =>
        folder is null || folder == Environment.CurrentDirectory ? arguments : arguments
            .Select(argument => Whole(argument, folder));

    private static string Whole(string argument, string folder)
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
}
