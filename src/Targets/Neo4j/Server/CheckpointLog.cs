using System.Globalization;

namespace DbIngest.Targets.Neo4j.Server;

/// <summary>
/// Reads from a private server's log which transactions its checkpoints include, because the server answers no query about it.
/// <see cref="Neo4jTarget"/> polls it while it settles. Reads only.
/// </summary>
/// <param name="file">The log file.</param>
/// <param name="database">Name of the database.</param>
internal sealed class CheckpointLog(string file, string database)
{
    private const string Completed = " checkpoint completed in ";
    private const string Transaction = "@ txId: ";

    /// <summary>Bytes at the end of the log to scan. The server writes little else to this file.</summary>
    private const int TailBytes = 256 * 1024;

    /// <summary>The log file of a server.</summary>
    /// <param name="folder">The server's folder.</param>
    public static string FileOf(string folder) => Path.Combine(folder, "logs", "debug.log");

    /// <summary>The last transaction that a completed checkpoint of the database includes. -1 if the log mentions none.</summary>
    public long LastCheckpoint()
    {
        if (!File.Exists(file))
        {
            return -1;
        }

        using var stream = new FileStream(file, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete);
        stream.Position = Math.Max(0, stream.Length - TailBytes);
        using var reader = new StreamReader(stream);
        long last = -1;
        while (reader.ReadLine() is { } line)
        {
            if (line.Contains(Completed, StringComparison.Ordinal) && line.Contains($"[{database}/", StringComparison.Ordinal)
                && line.IndexOf(Transaction, StringComparison.Ordinal) is > 0 and var place)
            {
                var digits = line.AsSpan(place + Transaction.Length);
                if (digits.IndexOfAnyExceptInRange('0', '9') is >= 0 and var end)
                {
                    digits = digits[..end];
                }

                last = Math.Max(last, long.TryParse(digits, NumberStyles.None, CultureInfo.InvariantCulture, out long number)
                    ? number : -1);
            }
        }

        return last;
    }
}
