using System.Globalization;
using System.Text;

namespace DbIngest.Sources.Comtrade;

/// <summary>Makes value names that every database can store, and that differ from each other, of the names that equipment gives.</summary>
internal sealed class DistinctNames
{
    private const int MaxLength = 60;

    private readonly HashSet<string> _taken = new(StringComparer.Ordinal) { "source", "sequence", "timestamp", "quality" };

    /// <summary>Makes the next name: lower-case letters, digits and underscores, starting with a letter.</summary>
    /// <param name="given">The equipment's name, in any script.</param>
    /// <param name="fallback">What stands for it when no letter or digit of it is left.</param>
    /// <returns>A name that was not made before.</returns>
    public string Make(string given, string fallback)
    {
        string name = Sanitize(given, fallback);
        string distinct = name;
        for (int copy = 2; !_taken.Add(distinct); copy++)
        {
            string suffix = "_" + copy.ToString(CultureInfo.InvariantCulture);
            distinct = name[..Math.Min(name.Length, MaxLength - suffix.Length)] + suffix;
        }

        return distinct;
    }

    private static string Sanitize(string given, string fallback)
    {
        var text = new StringBuilder(given.Length);
        foreach (char c in given)
        {
            if (char.IsAsciiLetterOrDigit(c))
            {
                text.Append(char.ToLowerInvariant(c));
            }
            else if (text.Length > 0 && text[^1] != '_')
            {
                text.Append('_');
            }
        }

        string name = text.ToString().TrimEnd('_');
        name = name.Length == 0 ? fallback : char.IsAsciiLetter(name[0]) ? name : fallback + "_" + name;
        return name.Length <= MaxLength ? name : name[..MaxLength].TrimEnd('_');
    }
}
