using System.Text.RegularExpressions;

namespace DbIngest.Core.Tests.Architecture;

/// <summary>
/// Which namespaces of a project use which others of it, read from the source: a type counts where its name stands and its
/// namespace is imported or encloses the place.
/// </summary>
internal sealed partial class NamespaceUses
{
    private readonly SortedDictionary<string, SortedDictionary<string, string>> _uses = new(StringComparer.Ordinal);

    /// <param name="files">The files of one project: path and content.</param>
    public NamespaceUses(IEnumerable<(string Path, string Text)> files)
    {
        var sources = files.Select(file => new Source(file.Path, file.Text)).Where(source => source.Namespace.Length > 0)
            .ToList();
        var homes = sources.SelectMany(source => source.Declared.Select(type => (Type: type, source.Namespace))).Distinct()
            .ToList();
        foreach (var source in sources)
        {
            var own = homes.Where(home => home.Namespace == source.Namespace).Select(home => home.Type)
                .ToHashSet(StringComparer.Ordinal);
            foreach (var (type, home) in homes.Where(home => home.Namespace != source.Namespace))
            {
                if (source.NamesWithNamespace(type, home) || (!own.Contains(type) && source.Names(type, home)))
                {
                    Add(source.Namespace, home, $"{source.Path} names {type}");
                }
            }
        }
    }

    /// <summary>A circle of namespaces, each using the next; one line a use, with an example. Empty when there is none.</summary>
    public IReadOnlyList<string> Circle()
    {
        var done = new HashSet<string>(StringComparer.Ordinal);
        return _uses.Keys.Select(start => CircleFrom(start, [], done)).FirstOrDefault(circle => circle.Count > 0) ?? [];
    }

    private IReadOnlyList<string> CircleFrom(string place, List<string> way, HashSet<string> done)
    {
        int seen = way.IndexOf(place);
        if (seen >= 0)
        {
            string[] circle = [.. way[seen..], place];
            return [.. circle.Zip(circle[1..], (from, to) => $"{from} uses {to}: {_uses[from][to]}")];
        }

        if (done.Contains(place) || !_uses.TryGetValue(place, out var next))
        {
            return [];
        }

        way.Add(place);
        var found = next.Keys.Select(used => CircleFrom(used, way, done)).FirstOrDefault(circle => circle.Count > 0);
        way.RemoveAt(way.Count - 1);
        done.Add(place);
        return found ?? [];
    }

    private void Add(string user, string used, string example)
    {
        if (!_uses.TryGetValue(user, out var uses))
        {
            _uses[user] = uses = new(StringComparer.Ordinal);
        }

        uses.TryAdd(used, example);
    }

    /// <summary>One file, without its comments and the text of its strings.</summary>
    private sealed class Source
    {
        private readonly HashSet<string> _imports;
        private readonly HashSet<string> _names;
        private readonly HashSet<(string Outer, string Name)> _qualified;

        public Source(string path, string text)
        {
            Path = path;
            string code = Literal().Replace(Comment().Replace(text, string.Empty), KeepHoles);
            Namespace = NamespaceLine().Match(code).Groups["name"].Value;
            _imports = Import().Matches(code).Select(match => match.Groups["name"].Value).ToHashSet(StringComparer.Ordinal);
            _names = Name().Matches(code).Select(match => match.Value).ToHashSet(StringComparer.Ordinal);
            _qualified = Qualified().Matches(code).Select(match => (match.Groups["outer"].Value, match.Groups["name"].Value))
                .ToHashSet();
            Declared = [.. Declaration().Matches(code).Select(match => match.Groups["name"].Value)];
        }

        public string Path { get; }

        public string Namespace { get; }

        public IReadOnlyList<string> Declared { get; }

        public bool Names(string type, string home) =>
            _names.Contains(type) && (_imports.Contains(home) || Namespace.StartsWith(home + ".", StringComparison.Ordinal));

        public bool NamesWithNamespace(string type, string home) =>
            _qualified.Contains((home[(home.LastIndexOf('.') + 1)..], type));

        /// <summary>What an interpolated text computes is code.</summary>
        private static string KeepHoles(Match literal) => literal.Value.Contains('{', StringComparison.Ordinal) ? literal.Value
            : "\"\"";
    }

    [GeneratedRegex(@"//[^\n]*", RegexOptions.ExplicitCapture, 10_000)]
    private static partial Regex Comment();

    [GeneratedRegex("\"\"\"[\\s\\S]*?\"\"\"|\"(\\\\.|[^\"\\\\\\n])*\"", RegexOptions.ExplicitCapture, 10_000)]
    private static partial Regex Literal();

    [GeneratedRegex(@"^namespace (?<name>[\w.]+);", RegexOptions.ExplicitCapture | RegexOptions.Multiline, 10_000)]
    private static partial Regex NamespaceLine();

    [GeneratedRegex(@"^using (static )?(?<name>[\w.]+);", RegexOptions.ExplicitCapture | RegexOptions.Multiline, 10_000)]
    private static partial Regex Import();

    [GeneratedRegex(@"\b(class|struct|interface|enum|record( struct| class)?) (?<name>\w+)", RegexOptions.ExplicitCapture,
        10_000)]
    private static partial Regex Declaration();

    // Not a member of something (x.Tip), nor the name that a declaration gives to something (string Tip).
    [GeneratedRegex(@"(?<![\w.])(?<!\b(string|int|long|double|bool|object|byte)[?\]\[]* )[A-Z]\w*", RegexOptions.ExplicitCapture,
        10_000)]
    private static partial Regex Name();

    [GeneratedRegex(@"(?<outer>[A-Z]\w*)\.(?=(?<name>[A-Z]\w*))", RegexOptions.ExplicitCapture, 10_000)]
    private static partial Regex Qualified();
}
