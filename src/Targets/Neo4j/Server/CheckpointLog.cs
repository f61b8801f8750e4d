using System.Globalization;

namespace DbIngest.Targets.Neo4j.Server;

/// <summary>What the server's log says of checkpoints; the server itself answers no question about them.</summary>
/// <param name="file">The log.</param>
/// <param name="database">The database.</param>
internal sealed class CheckpointLog(string file, string database)
{
    private const string Completed = " checkpoint completed in ";
    private const string Transaction = "@ txId: ";

    /// <summary>What is looked through: the server writes little else there.</summary>
    private const int TailBytes = 256 * 1024;

    /// <summary>The log of a server.</summary>
    /// <param name="folder">The server's folder.</param>
    public static string FileOf(string folder) => Path.Combine(folder, "logs", "debug.log");

    /// <summary>The last transaction that a finished checkpoint of the database holds; -1 where none is told of.</summary>
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
                digits = digits[..digits.IndexOfAnyExceptInRange('0', '9')];
                last = Math.Max(last, long.TryParse(digits, NumberStyles.None, CultureInfo.InvariantCulture, out long number)
                    ? number : -1);
            }
        }

        return last;
    }
}
