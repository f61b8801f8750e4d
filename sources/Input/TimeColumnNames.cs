namespace DbIngest.Sources.Input;

/// <summary>
/// Judges from a column's name whether it holds times. <c>CsvTimeColumns</c>, <c>DeviceTimeColumns</c> and <c>KeyValueSniffer</c>
/// ask it where the values alone do not tell. Pure functions.
/// </summary>
internal static class TimeColumnNames
{
    private static readonly string[] Words =
    [
        "time", "date", "timestamp", "datetime", "stamp", "ts", "when", "utc", "epoch", "unix", "elapsed",
        "zeit", "datum", "zeitstempel", "uhrzeit", "fecha", "hora", "heure", "tijd",
    ];

    // Inside longer words only parts that no quantity's name holds by chance: "ts" is in volts, watts and counts.
    private static readonly string[] Parts = ["time", "date", "epoch", "unix", "stamp", "zeit", "datum", "fecha"];

    private static readonly string[] Units = ["s", "sec", "ms", "us", "ns", "min", "h"];

    /// <summary>True when a word of the name means time, or the name is <c>t</c>, with or without a unit.</summary>
    /// <param name="name">The name. A capital begins a word, and any other character than a letter ends it: <c>LogTime</c>,
    /// <c>Time [s]</c>.</param>
    public static bool Says(string name)
    {
        var words = WordsOf(name);
        return words.Exists(word => Words.Contains(word, StringComparer.Ordinal))
            || (words is ["t"] or ["t", _] && (words.Count == 1 || Units.Contains(words[1], StringComparer.Ordinal)));
    }

    /// <summary>
    /// True when a name holds a word for time anywhere. Enough only for a column whose values can hardly be anything but times.
    /// </summary>
    public static bool Suggests(string name) =>
        Says(name) || Array.Exists(Parts, part => name.Contains(part, StringComparison.OrdinalIgnoreCase));

    private static List<string> WordsOf(string name)
    {
        var words = new List<string>();
        for (int i = 0; i < name.Length; i++)
        {
            if (!char.IsLetter(name[i]))
            {
                continue;
            }

            bool begins = i == 0 || !char.IsLetter(name[i - 1]) || (char.IsUpper(name[i]) && char.IsLower(name[i - 1]));
            if (begins)
            {
                words.Add("");
            }

            words[^1] += char.ToLowerInvariant(name[i]);
        }

        return words;
    }
}
