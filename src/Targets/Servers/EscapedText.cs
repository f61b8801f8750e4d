namespace DbIngest.Targets.Servers;

/// <summary>
/// Writes values into the generated configuration files of private and deployed servers: the strings of TOML (InfluxDB) and YAML
/// (Cassandra), and the words of Java's argument files (VoltDB), which share these escapes. Plans and recipes call it when they
/// write such a file. It does not escape line breaks, so a value must not contain any.
/// </summary>
internal static class EscapedText
{
    /// <summary>Encloses a text in double quotes, and escapes the backslashes and double quotes in it.</summary>
    public static string Quoted(string text) => "\"" + text.Replace("\\", "\\\\", StringComparison.Ordinal)
        .Replace("\"", "\\\"", StringComparison.Ordinal) + "\"";
}
