namespace DbIngest.Abstractions.Endpoints;

/// <summary>
/// The options that a database accepts in <c>--endpoint</c>, written <c>PLACE?OPTION=VALUE&amp;OPTION=VALUE</c>. A
/// <see cref="Targets.TargetDefinition"/> declares one instance: its target reads an endpoint with it, the command line expands
/// lists with it, and the reference page is generated from it.
/// </summary>
/// <remarks>
/// Immutable. Messages never show the value of a secret option. In a value, <c>%26</c> stands for an ampersand and <c>%2C</c> for
/// a comma.
/// </remarks>
/// <param name="options">The options in the order of the documentation.</param>
public sealed class EndpointOptions(params IReadOnlyList<EndpointOption> options)
{
    /// <summary>Most combinations of one endpoint. A longer list is taken for a typing error.</summary>
    private const int MaxVariants = 1000;

    /// <summary>No options. A question mark then belongs to the place.</summary>
    public static readonly EndpointOptions None = new();

    /// <summary>
    /// Tells whether an endpoint has this form. False for a driver's connection string, which then has no options here.
    /// </summary>
    public Func<string, bool> Applies { get; init; } = static _ => true;

    /// <summary>True if messages must quote neither names nor values, because either may be part of a password.</summary>
    public bool RepeatsNothing { get; init; }

    /// <summary>All options in the order of the documentation.</summary>
    public IReadOnlyList<EndpointOption> All => options;

    /// <summary>Finds a declared option by name.</summary>
    /// <param name="name">The name of a declared option.</param>
    public EndpointOption Find(string name) => options.First(o => o.Name == name);

    /// <summary>Reads an endpoint with one value per option.</summary>
    /// <param name="endpoint">The endpoint. Null reads as empty.</param>
    /// <returns>The place and the normalized values.</returns>
    /// <exception cref="ArgumentException">An option is unknown, repeated, out of range or has several values.</exception>
    public EndpointValues Read(string? endpoint)
    {
        var (place, lists) = Split(endpoint ?? string.Empty);
        if (lists.FirstOrDefault(l => l.Values.Count > 1) is { Values: not null } list)
        {
            throw new ArgumentException(
                $"--endpoint: {list.Option.Name} has {list.Values.Count} values, and one is needed here; a comma within a "
                + $"value is written %2C.");
        }

        return new EndpointValues(this, place, lists.ToDictionary(l => l.Option.Name, l => l.Values[0], StringComparer.Ordinal));
    }

    /// <summary>
    /// Lists the files that an endpoint names and every source process loads (<see cref="EndpointOption.IsLoaded"/>).
    /// </summary>
    /// <param name="endpoint">An endpoint with one value per option.</param>
    /// <returns>The paths as they were given. Values that name no file of this machine are left out.</returns>
    /// <exception cref="ArgumentException">As for <see cref="Read"/>.</exception>
    public IEnumerable<string> FilesOf(string endpoint) => !options.Any(option => option.IsLoaded) || !Applies(endpoint) ? []
        : Read(endpoint).Given.Where(given => Find(given.Key) is { IsLoaded: true } option && !option.IsNamed(given.Value)
            && File.Exists(given.Value)).Select(given => given.Value);

    /// <summary>Makes the relative paths among an endpoint's options whole.</summary>
    /// <param name="endpoint">The endpoint, whose secrets may be stars. Another form has no options here and is returned.</param>
    /// <param name="folder">The folder to which they are relative, an absolute path.</param>
    /// <returns>The endpoint, otherwise unchanged.</returns>
    public string WithWholePaths(string endpoint, string folder)
    {
        string[] parts = endpoint.Split('?', 2);
        return parts.Length < 2 || !Applies(endpoint) ? endpoint
            : $"{parts[0]}?{string.Join('&', parts[1].Split('&').Select(option => WithWholePath(option, folder)))}";
    }

    /// <summary>Expands the lists of an endpoint into all combinations. The last list changes fastest.</summary>
    /// <param name="endpoint">The user's endpoint, or null.</param>
    /// <returns>At least one combination.</returns>
    /// <exception cref="ArgumentException">
    /// As for <see cref="Read"/>, or a list is given to an option that is no axis, or there are more than 1,000 combinations.
    /// </exception>
    public IReadOnlyList<EndpointVariant> Expand(string? endpoint)
    {
        var (place, lists) = endpoint is null || options.Count == 0 || !Applies(endpoint) ? (endpoint, []) : Split(endpoint);
        var axes = lists.Where(l => l.Values.Count > 1).ToList();
        if (axes.Count == 0)
        {
            return [new EndpointVariant(endpoint, null)];
        }

        if (axes.Find(l => !l.Option.IsAxis) is { Option: not null } fixedOption)
        {
            throw new ArgumentException(
                $"--endpoint: {fixedOption.Option.Name} takes one value; a comma within it is written %2C.");
        }

        if (lists.SelectMany(l => l.Values.Select(value => (l.Option.Name, Value: value))).GroupBy(o => o)
            .FirstOrDefault(same => same.Count() > 1) is { } twice)
        {
            throw new ArgumentException($"--endpoint: {twice.Key.Name}={twice.Key.Value} is given twice; give each value once.");
        }

        if (axes.Aggregate(1L, (product, l) => Math.Min(int.MaxValue, product * l.Values.Count)) > MaxVariants)
        {
            throw new ArgumentException($"--endpoint: its lists stand for more than {MaxVariants} configurations.");
        }

        IEnumerable<IReadOnlyList<(string Name, string Value)>> combinations = [[]];
        foreach (var list in lists)
        {
            combinations = combinations
                .SelectMany(c => list.Values.Select(v => (IReadOnlyList<(string, string)>)[.. c, (list.Option.Name, v)]))
                .ToList();
        }

        return
        [
            .. combinations.Select(c => new EndpointVariant(
                Write(place!, c.Select(o => KeyValuePair.Create(o.Name, o.Value))),
                EndpointChoice.Of(c.Where(o => axes.Exists(a => a.Option.Name == o.Name))
                    .Select(o => KeyValuePair.Create(o.Name, o.Value))))),
        ];
    }

    /// <summary>Replaces the values of secret options by stars.</summary>
    /// <returns>The endpoint as it may be shown.</returns>
    /// <exception cref="ArgumentException">As for <see cref="Read"/>.</exception>
    public string Redact(string endpoint)
    {
        var (place, lists) = Split(endpoint);
        return string.Concat(
            place,
            lists.Count > 0 ? "?" : string.Empty,
            string.Join('&', lists
                .Select(l => $"{l.Option.Name}={(l.Option.IsSecret ? "****" : string.Join(',', l.Values.Select(Escape)))}")));
    }

    /// <summary>Writes the options as a Markdown table for the database's page, without a final newline.</summary>
    public string Markdown() => string.Join(
        '\n',
        [
            "| option | values | default | meaning |", "|---|---|---|---|",
            .. options.Select(o =>
                $"| `{o.Name}` | {o.Values} | {o.Default} | "
                + $"{o.Meaning}{(o.IsOfPrivateServer ? " (a private server)" : string.Empty)} |"),
        ]);

    /// <summary>Writes an endpoint that <see cref="Read"/> reads back.</summary>
    /// <param name="place">The text before the question mark.</param>
    /// <param name="values">Options by name.</param>
    internal static string Write(string place, IEnumerable<KeyValuePair<string, string>> values)
    {
        string text = string.Join('&', values.Select(v => $"{v.Key}={Escape(v.Value)}"));
        return text.Length > 0 ? $"{place}?{text}" : place;
    }

    // Percent-encodes the characters that separate options and values.
    internal static string Escape(string value) =>
        string.Concat(value
            .Select(c => c is '%' or '&' or ',' or '#' || char.IsWhiteSpace(c) ? Uri.EscapeDataString(c.ToString())
            : c.ToString()));

    private string WithWholePath(string text, string folder)
    {
        string[] words = text.Split('=', 2);
        string value = words.Length < 2 ? string.Empty : Uri.UnescapeDataString(words[1].Trim());
        if (value.Length == 0
            || options.FirstOrDefault(o => string.Equals(o.Name, words[0].Trim(), StringComparison.OrdinalIgnoreCase))
            is not { } option || !(option.IsPath || (option.IsLoaded && !option.IsNamed(value))))
        {
            return text;
        }

        // If that folder is gone, as on another machine, the file may be in the current folder.
        string whole = Path.GetFullPath(value, folder);
        return Path.Exists(whole) || (option.IsPath && !Path.Exists(value)) ? $"{words[0]}={Escape(whole)}" : text;
    }

    private (string Place, List<(EndpointOption Option, List<string> Values)> Lists) Split(string endpoint)
    {
        string[] parts = endpoint.Split('?', 2);
        bool isPlain = parts.Length == 1 || IsPlain(parts);
        var lists = new List<(EndpointOption Option, List<string> Values)>();
        foreach (string text in (parts.Length > 1 ? parts[1] : string.Empty).Split('&', StringSplitOptions.RemoveEmptyEntries))
        {
            // The message must not quote what may be the rest of a secret that contains a question mark or an ampersand.
            string[] words = text.Split('=', 2);
            var option = Named(words[0].Trim().ToLowerInvariant(), isPlain && !lists.Exists(l => l.Option.IsSecret));
            if (words.Length < 2)
            {
                throw new ArgumentException($"--endpoint: {option.Name} has no value: it is written {option.Name}=VALUE.");
            }

            if (lists.Exists(l => l.Option == option))
            {
                throw new ArgumentException($"--endpoint: {option.Name} is given twice; several values are separated by commas.");
            }

            lists.Add((option,
                [.. (option.IsWhole ? [words[1]] : words[1].Split(','))
                .Select(v => option.Check(Uri.UnescapeDataString(v.Trim()), repeats: isPlain && !RepeatsNothing))]));
        }

        return (parts[0], lists);
    }

    /// <summary>
    /// True if no option name can be part of a password: the place contains none and is no connection string, and no '@' follows.
    /// </summary>
    private static bool IsPlain(string[] parts)
    {
        string place = parts[0][(parts[0].IndexOf("://", StringComparison.Ordinal) is >= 0 and var scheme ? scheme + 3 : 0)..];
        string user = place[..Math.Max(0, place.IndexOf('@', StringComparison.Ordinal))];
        return !place.Contains('=', StringComparison.Ordinal) && !user.Contains(':', StringComparison.Ordinal) && !parts[1]
            .Contains('@', StringComparison.Ordinal);
    }

    private EndpointOption Named(string name, bool isSafe)
    {
        if (options.FirstOrDefault(o => o.Name == name) is { } known)
        {
            return known;
        }

        var names = options.Select(o => o.Name).ToList();
        throw new ArgumentException(
            $"--endpoint: {(isSafe ? $"there is no option '{name}'" : "a name in it is not known")}; "
            + $"{Nearest.Remedy(name, names, $"there are {string.Join(", ", names)}")}. In a value, & is written %26.");
    }
}
