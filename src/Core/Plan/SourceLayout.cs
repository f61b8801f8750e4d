using System.Globalization;
using System.Text.Json.Serialization;
using DbIngest.Core.Notation;

namespace DbIngest.Core.Plan;

/// <summary>
/// How the sources of a trial are spread over client processes: <c>8</c> is eight in this process, <c>5+3</c> is five in
/// one process and three in another, as study 1 spread them over two machines.
/// </summary>
[JsonConverter(typeof(WrittenJsonConverter<SourceLayout>))]
public sealed class SourceLayout : IEquatable<SourceLayout>, IWritten<SourceLayout>
{
    /// <summary>The largest number of sources in all.</summary>
    public const int MaxSources = 1024;

    private SourceLayout(IReadOnlyList<int> processes) => Processes = processes;

    /// <inheritdoc/>
    public static string Form => "A source layout is a number, or numbers joined by '+'.";

    /// <summary>Sources in each process.</summary>
    public IReadOnlyList<int> Processes { get; }

    /// <summary>Sources in all.</summary>
    public int Total => Processes.Sum();

    /// <summary>All sources in one process.</summary>
    /// <param name="sources">How many.</param>
    /// <returns>The layout.</returns>
    public static SourceLayout Single(int sources) => new([sources]);

    /// <summary>Reads <c>8</c> or <c>5+3</c>.</summary>
    /// <param name="text">The text.</param>
    /// <param name="layout">The layout, when the text is one.</param>
    /// <returns>Whether the text is a layout of 1 to <see cref="MaxSources"/> sources.</returns>
    public static bool TryParse(string? text, [System.Diagnostics.CodeAnalysis.NotNullWhen(true)] out SourceLayout? layout)
    {
        layout = null;
        var processes = new List<int>();
        foreach (string part in (text ?? string.Empty).Split('+'))
        {
            if (!int.TryParse(part.Trim(), NumberStyles.None, CultureInfo.InvariantCulture, out int sources)
                || sources < 1 || sources > MaxSources)
            {
                return false;
            }

            processes.Add(sources);
        }

        if (processes.Sum() > MaxSources)
        {
            return false;
        }

        layout = new SourceLayout(processes);
        return true;
    }

    /// <inheritdoc/>
    public override string ToString() => string.Join('+', Processes);

    /// <inheritdoc/>
    public bool Equals(SourceLayout? other) => other is not null && Processes.SequenceEqual(other.Processes);

    /// <inheritdoc/>
    public override bool Equals(object? obj) => Equals(obj as SourceLayout);

    /// <inheritdoc/>
    public override int GetHashCode() => StringComparer.Ordinal.GetHashCode(ToString());
}
