namespace DbIngest.Abstractions.Endpoints;

/// <summary>
/// Suggests the known word that a user probably meant by a mistyped one. <see cref="EndpointOptions"/> and the readers of
/// options, commands and deployment files (<c>OptionReader</c>, <c>CommandReader</c>, <c>InputOptions</c>,
/// <c>DeploymentFile</c>) use it in their messages about unknown names. It only suggests: no caller may replace the user's word
/// by it.
/// </summary>
public static class Nearest
{
    /// <summary>Asks whether a candidate was meant.</summary>
    /// <param name="word">The mistyped word in any case.</param>
    /// <param name="candidates">The known words.</param>
    /// <returns><c>did you mean rows? </c>, or an empty text if no candidate is near.</returns>
    public static string Question(string word, IEnumerable<string> candidates) =>
        To(word.ToLowerInvariant(), candidates) is { } near ? $"did you mean {near}? " : string.Empty;

    /// <summary>Ends a sentence with the question, if there is a candidate, and the known words.</summary>
    /// <param name="word">The mistyped word in any case.</param>
    /// <param name="candidates">The known words.</param>
    /// <param name="known">A clause in lower case that lists the known words: <c>it is one of a, b</c>.</param>
    /// <returns><c>did you mean rows? It is one of a, b</c>, or <c>it is one of a, b</c>.</returns>
    public static string Remedy(string word, IEnumerable<string> candidates, string known) =>
        Question(word, candidates) is { Length: > 0 } question ? $"{question}{char.ToUpperInvariant(known[0])}{known[1..]}"
            : known;

    /// <summary>Finds the candidate within two edits of the word, or one edit for words of up to three letters.</summary>
    /// <param name="word">The mistyped word.</param>
    /// <param name="candidates">The known words.</param>
    /// <returns>The nearest candidate, or null.</returns>
    public static string? To(string word, IEnumerable<string> candidates)
    {
        int limit = word.Length > 3 ? 2 : 1;
        return candidates
            .Select(c => (Candidate: c, Distance: Distance(word, c)))
            .Where(c => c.Distance <= limit)
            .OrderBy(c => c.Distance)
            .Select(c => c.Candidate)
            .FirstOrDefault();
    }

    /// <summary>Computes Levenshtein's distance row by row.</summary>
    private static int Distance(string a, string b)
    {
        int[] row = [.. Enumerable.Range(0, b.Length + 1)];
        for (int i = 1; i <= a.Length; i++)
        {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= b.Length; j++)
            {
                int above = row[j];
                row[j] = Math.Min(Math.Min(row[j], row[j - 1]) + 1, diagonal + (a[i - 1] == b[j - 1] ? 0 : 1));
                diagonal = above;
            }
        }

        return row[b.Length];
    }
}
