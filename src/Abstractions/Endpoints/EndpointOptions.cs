namespace DbIngest.Abstractions.Endpoints;

/// <summary>
/// The options that a database's endpoint may carry: <c>PLACE?OPTION=VALUE&amp;OPTION=VALUE</c>. In a value, <c>%XX</c> stands for a
/// character that means something here: <c>%26</c> for the ampersand, <c>%2C</c> for the comma, which separates the values of a list.
/// </summary>
/// <param name="options">The options, in the order of the documentation.</param>
public sealed class EndpointOptions(params IReadOnlyList<EndpointOption> options)
{
    /// <summary>More configurations than this are a mistake.</summary>
    private const int MaxVariants = 1000;

    /// <summary>No options: a question mark then means nothing.</summary>
    public static readonly EndpointOptions None = new();

    /// <summary>Whether an endpoint is of this form: a database may take others as well, such as its driver's connection strings, which then have no options here.</summary>
    public Func<string, bool> Applies { get; init; } = static _ => true;

    /// <summary>Whether a refusal repeats neither names nor values, since what looks like one may be a piece of a password.</summary>
    public bool RepeatsNothing { get; init; }

    /// <summary>All options.</summary>
    public IReadOnlyList<EndpointOption> All => options;

    /// <summary>An option by its name.</summary>
    /// <param name="name">The name, of one that there is.</param>
    public EndpointOption Find(string name) => options.First(o => o.Name == name);

    /// <summary>Reads an endpoint.</summary>
    /// <param name="endpoint">The text; null for an empty one.</param>
    /// <returns>Its values.</returns>
    /// <exception cref="ArgumentException">An option is unknown, given twice, out of range, or has several values.</exception>
    public EndpointValues Read(string? endpoint)
    {
        var (place, lists) = Split(endpoint ?? string.Empty);
        if (lists.FirstOrDefault(l => l.Values.Count > 1) is { Values: not null } list)
        {
            throw new ArgumentException($"--endpoint: {list.Option.Name} has {list.Values.Count} values, and one is needed here; a comma within a value is written %2C.");
        }

        return new EndpointValues(this, place, lists.ToDictionary(l => l.Option.Name, l => l.Values[0], StringComparer.Ordinal));
    }

    /// <summary>The configurations that an endpoint stands for: each combination of the values of its lists, the last list changing fastest.</summary>
    /// <param name="endpoint">The text; null where the user gave none.</param>
    /// <returns>One at least.</returns>
    /// <exception cref="ArgumentException">As of <see cref="Read"/>; or an option has a list and is no axis, or there are more than 1,000.</exception>
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
            throw new ArgumentException($"--endpoint: {fixedOption.Option.Name} takes one value; a comma within it is written %2C.");
        }

        if (lists.SelectMany(l => l.Values.Select(value => (l.Option.Name, Value: value))).GroupBy(o => o).FirstOrDefault(same => same.Count() > 1) is { } twice)
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
            combinations = combinations.SelectMany(c => list.Values.Select(v => (IReadOnlyList<(string, string)>)[.. c, (list.Option.Name, v)])).ToList();
        }

        return
        [
            .. combinations.Select(c => new EndpointVariant(
                Write(place!, c.Select(o => KeyValuePair.Create(o.Name, o.Value))),
                EndpointChoice.Of(c.Where(o => axes.Exists(a => a.Option.Name == o.Name)).Select(o => KeyValuePair.Create(o.Name, o.Value))))),
        ];
    }

    /// <summary>The endpoint as it may be shown: the values of secret options are stars.</summary>
    /// <param name="endpoint">The text.</param>
    /// <returns>The text without secrets.</returns>
    /// <exception cref="ArgumentException">As of <see cref="Read"/>.</exception>
    public string Redact(string endpoint)
    {
        var (place, lists) = Split(endpoint);
        return string.Concat(
            place,
            lists.Count > 0 ? "?" : string.Empty,
            string.Join('&', lists.Select(l => $"{l.Option.Name}={(l.Option.IsSecret ? "****" : string.Join(',', l.Values.Select(Escape)))}")));
    }

    /// <summary>The options as a table of Markdown, for the database's page.</summary>
    /// <returns>Lines, without a final end of line.</returns>
    public string Markdown() => string.Join(
        '\n',
        [
            "| option | values | default | meaning |", "|---|---|---|---|",
            .. options.Select(o => $"| `{o.Name}` | {o.Values} | {o.Default} | {o.Meaning}{(o.IsOfPrivateServer ? " (a private server)" : string.Empty)} |"),
        ]);

    /// <summary>Writes an endpoint that is read back the same.</summary>
    /// <param name="place">What stands before the options.</param>
    /// <param name="values">Options by name.</param>
    internal static string Write(string place, IEnumerable<KeyValuePair<string, string>> values)
    {
        string text = string.Join('&', values.Select(v => $"{v.Key}={Escape(v.Value)}"));
        return text.Length > 0 ? $"{place}?{text}" : place;
    }

    // What separates options and values, and what stands for it.
    internal static string Escape(string value) =>
        string.Concat(value.Select(c => c is '%' or '&' or ',' or '#' || char.IsWhiteSpace(c) ? Uri.EscapeDataString(c.ToString()) : c.ToString()));

    private (string Place, List<(EndpointOption Option, List<string> Values)> Lists) Split(string endpoint)
    {
        string[] parts = endpoint.Split('?', 2);
        var lists = new List<(EndpointOption Option, List<string> Values)>();
        foreach (string text in (parts.Length > 1 ? parts[1] : string.Empty).Split('&', StringSplitOptions.RemoveEmptyEntries))
        {
            // The value is not repeated: it may be the rest of a secret with an ampersand in it.
            string[] words = text.Split('=', 2);
            var option = Named(words[0].Trim().ToLowerInvariant(), isSafe: !RepeatsNothing || (IsPlain(parts) && !lists.Exists(l => l.Option.IsSecret)));
            if (words.Length < 2)
            {
                throw new ArgumentException($"--endpoint: {option.Name} has no value: it is written {option.Name}=VALUE.");
            }

            if (lists.Exists(l => l.Option == option))
            {
                throw new ArgumentException($"--endpoint: {option.Name} is given twice; several values are separated by commas.");
            }

            lists.Add((option, [.. (option.IsWhole ? [words[1]] : words[1].Split(',')).Select(v => option.Check(Uri.UnescapeDataString(v.Trim()), repeats: !RepeatsNothing))]));
        }

        return (parts[0], lists);
    }

    /// <summary>
    /// Whether no part of a password can stand among the names: not where the place has one, is a connection string, or goes on behind the question mark.
    /// </summary>
    private static bool IsPlain(string[] parts)
    {
        string place = parts[0][(parts[0].IndexOf("://", StringComparison.Ordinal) is >= 0 and var scheme ? scheme + 3 : 0)..];
        string user = place[..Math.Max(0, place.IndexOf('@', StringComparison.Ordinal))];
        return !place.Contains('=', StringComparison.Ordinal) && !user.Contains(':', StringComparison.Ordinal) && !parts[1].Contains('@', StringComparison.Ordinal);
    }

    private EndpointOption Named(string name, bool isSafe)
    {
        if (options.FirstOrDefault(o => o.Name == name) is { } known)
        {
            return known;
        }

        var names = options.Select(o => o.Name).ToList();
        throw new ArgumentException(
            $"--endpoint: {(isSafe ? $"there is no option '{name}'" : "a name in it is not known")}; {Nearest.Remedy(name, names, $"there are {string.Join(", ", names)}")}. In a value, & is written %26.");
    }
}
