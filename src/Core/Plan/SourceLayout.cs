using System.Globalization;
using System.Text.Json.Serialization;
using DbIngest.Abstractions.Notation;

namespace DbIngest.Core.Plan;

/// <summary>
/// How the sources of a trial are spread over client processes. <c>8</c> runs eight in this process, <c>5+3</c> five in one
/// process and three in another, <c>5@alpha+3@beta</c> runs these processes on two hosts. It is a value of the axis
/// <c>sources</c>: option, point and journal carry its text, so the form must stay readable. <c>ProcessEngine</c> has source
/// processes started by it for each ingestion. Immutable.
/// </summary>
[JsonConverter(typeof(WrittenJsonConverter<SourceLayout>))]
public sealed class SourceLayout : IEquatable<SourceLayout>, IWritten<SourceLayout>
{
    /// <summary>Most sources of a layout.</summary>
    public const int MaxSources = 1024;

    private SourceLayout(IReadOnlyList<SourceGroup> groups)
    {
        Groups = groups;
        Processes = [.. groups.Select(group => group.Sources)];
    }

    /// <inheritdoc/>
    public static string Form =>
        "A source layout is a number, or numbers joined by '+', each with '@' and a host where it runs elsewhere.";

    /// <summary>One entry per client process.</summary>
    public IReadOnlyList<SourceGroup> Groups { get; }

    /// <summary>Sources per client process.</summary>
    public IReadOnlyList<int> Processes { get; }

    /// <summary>The hosts other than this machine, each once.</summary>
    public IReadOnlyList<string> Hosts =>
        [.. Groups.Select(group => group.Host).OfType<string>().Distinct(StringComparer.Ordinal)];

    /// <summary>True if sources run in source processes: in several, or in one on another host.</summary>
    public bool IsSpread => Groups.Count > 1 || Groups[0].Host is not null;

    /// <summary>Number of all sources.</summary>
    public int Total => Groups.Sum(group => group.Sources);

    /// <summary>Puts all sources into this process.</summary>
    /// <param name="sources">Number of sources.</param>
    public static SourceLayout Single(int sources) => new([new SourceGroup(sources, Host: null)]);

    /// <summary>Parses <c>8</c>, <c>5+3</c> or <c>5@alpha+3@beta</c>.</summary>
    /// <param name="text">The text. Null is invalid.</param>
    /// <param name="layout">The layout, if the text is valid.</param>
    /// <returns>True for a layout of 1 to <see cref="MaxSources"/> sources.</returns>
    public static bool TryParse(string? text, [System.Diagnostics.CodeAnalysis.NotNullWhen(true)] out SourceLayout? layout)
    {
        layout = null;
        var groups = new List<SourceGroup>();
        foreach (string part in (text ?? string.Empty).Split('+'))
        {
            string[] words = part.Trim().Split('@', 2);
            if (!int.TryParse(words[0], NumberStyles.None, CultureInfo.InvariantCulture, out int sources)
                || sources < 1 || sources > MaxSources
                || (words.Length > 1 && !SourceGroup.IsHost(words[1])))
            {
                return false;
            }

            groups.Add(new SourceGroup(sources, words.Length > 1 ? words[1] : null));
        }

        if (groups.Sum(group => group.Sources) > MaxSources)
        {
            return false;
        }

        layout = new SourceLayout(groups);
        return true;
    }

    /// <inheritdoc/>
    public override string ToString() => string.Join('+', Groups);

    /// <inheritdoc/>
    public bool Equals(SourceLayout? other) => other is not null && Groups.SequenceEqual(other.Groups);

    /// <inheritdoc/>
    public override bool Equals(object? obj) => Equals(obj as SourceLayout);

    /// <inheritdoc/>
    public override int GetHashCode() => StringComparer.Ordinal.GetHashCode(ToString());
}
