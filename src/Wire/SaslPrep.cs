using System.Text;

namespace DbIngest.Wire;

/// <summary>
/// Prepares user names and passwords as RFC 4013 (SASLprep) says, so that different Unicode forms of one password log in alike.
/// <see cref="Scram"/> calls it for each login. A text that the RFC does not allow must stay as it is: one kind of server stores
/// such a password unchanged, and another kind refuses to store it.
/// </summary>
internal static class SaslPrep
{
    private const string Squared = "\u00b2";

    /// <summary>Prepares a text.</summary>
    /// <param name="text">A user name or a password.</param>
    /// <exception cref="IcuMissingException">The text must be normalized, and this process cannot.</exception>
    public static string Prepare(string text) => Prepare(text, static mapped => mapped.Normalize(NormalizationForm.FormKC));

    /// <summary>Prepares a text by a given normalization.</summary>
    /// <param name="text">A user name or a password.</param>
    /// <param name="normalize">Normalizes to form KC. Without ICU, that of .NET returns its argument.</param>
    /// <exception cref="IcuMissingException">The text must be normalized, and <paramref name="normalize"/> does not.</exception>
    internal static string Prepare(string text, Func<string, string> normalize)
    {
        if (text.All(IsItsOwnForm))
        {
            return text;
        }

        // A zero-width space stands in both tables. It becomes a space, as in libpq. The check for prohibited characters comes
        // before the normalization. A lone surrogate is enumerated as U+FFFD, which is prohibited.
        Rune[] mapped =
        [
            .. text.EnumerateRunes().Where(rune => IsSpace(rune) || !StringPrep.MappedToNothing.Contains(rune))
                .Select(rune => IsSpace(rune) ? new Rune(' ') : rune),
        ];
        return !IsAllowed(mapped) ? text
            : normalize(Squared) == Squared ? throw new IcuMissingException()
            : normalize(string.Concat(mapped));
    }

    // ASCII, and ranges in which no character has another form unless a mark follows, which is in none of them: letters of
    // Latin-1 with accents, Cyrillic letters, and Chinese characters.
    private static bool IsItsOwnForm(char letter) => letter is < '\u0080' or (>= '\u00c0' and <= '\u00ff')
        or (>= '\u0400' and <= '\u0481') or (>= '\u4e00' and <= '\u9fa5');

    private static bool IsSpace(Rune rune) => StringPrep.Spaces.Contains(rune);

    // RFC 3454, section 6: a text in a script from right to left begins and ends in it, and has no letter of the other kind.
    private static bool IsAllowed(Rune[] text) =>
        text.Length > 0 && !text.Any(StringPrep.Prohibited.Contains)
        && (!text.Any(StringPrep.RightToLeft.Contains)
            || (StringPrep.RightToLeft.Contains(text[0]) && StringPrep.RightToLeft.Contains(text[^1])
                && !text.Any(StringPrep.LeftToRight.Contains)));
}
