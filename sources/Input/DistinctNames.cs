using System.Globalization;

namespace DbIngest.Sources.Input;

/// <summary>
/// Makes the value names of one input distinct from each other and from the columns that every table has.
/// <see cref="ColumnNames"/> and <c>ChannelMap</c> create one per schema and add the names in the order of the values, which
/// decides the numbers behind repeated names.
/// </summary>
internal sealed class DistinctNames
{
    /// <summary>The most characters of a name.</summary>
    public const int MaxLength = 60;

    private readonly HashSet<string> _taken = new(StringComparer.Ordinal) { "source", "sequence", "timestamp", "quality" };

    /// <summary>Returns the name, with a number behind it if it was taken before. No name is returned twice.</summary>
    /// <param name="name">Lower-case letters, digits and underscores, at most <see cref="MaxLength"/>.</param>
    public string Add(string name)
    {
        string distinct = name;
        for (int copy = 2; !_taken.Add(distinct); copy++)
        {
            string suffix = "_" + copy.ToString(CultureInfo.InvariantCulture);
            distinct = name[..Math.Min(name.Length, MaxLength - suffix.Length)] + suffix;
        }

        return distinct;
    }
}
