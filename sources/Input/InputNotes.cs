namespace DbIngest.Sources.Input;

/// <summary>
/// Selects the facts that a user must see: what was left out, replaced or odd. <c>RunText</c> prints them when a run starts, and
/// <c>SourcesVerb</c> after <c>sources export --input</c>. It selects by the keys of facts and changes none.
/// </summary>
public static class InputNotes
{
    // The fact's key or its end, the words before the value, and the value for nothing to report.
    private static readonly (string Key, string Words, string Nothing)[] Kinds =
    [
        ("bad_rows", "malformed rows", "0"),
        ("columns_left_out", "columns left out", ""),
        ("files_left_out", "files left out", ""),
        ("rows_left_out", "rows left out", ""),
        ("preamble_left_out", "left out", ""),
        ("torn_last_line", "the last line has no end", "none"),
        ("missing_marks", "taken for missing values", "none"),
    ];

    /// <summary>Returns the notes on an input, one clause each.</summary>
    /// <param name="facts">The facts of its workload.</param>
    public static IEnumerable<string> Of(IReadOnlyDictionary<string, string> facts)
    {
        foreach (var (key, value) in facts.OrderBy(fact => fact.Key, StringComparer.Ordinal))
        {
            foreach (var (end, words, nothing) in Kinds)
            {
                if (key.EndsWith(end, StringComparison.Ordinal) && value != nothing)
                {
                    yield return $"{words}: {value}";
                }
            }

            if (key.Contains("_oddity_", StringComparison.Ordinal))
            {
                yield return value;
            }
        }

        if (facts.TryGetValue("csv_date", out string? date) && date.Contains('(', StringComparison.Ordinal))
        {
            yield return $"order of dates: {date}";
        }

        if (facts.TryGetValue("csv_thousands", out string? thousands)
            && thousands.StartsWith("separated", StringComparison.Ordinal))
        {
            yield return $"digits in groups of three {thousands}";
        }

        if (facts.TryGetValue("espi_reading_type", out string? type) && type.StartsWith("none", StringComparison.Ordinal))
        {
            yield return $"reading type: {type}";
        }
    }
}
