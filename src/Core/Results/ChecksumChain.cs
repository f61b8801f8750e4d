using System.Security.Cryptography;
using System.Text;

namespace DbIngest.Core.Results;

/// <summary>
/// Computes the checksums of a journal. <see cref="Journal"/> seals each line that it appends, and <see cref="JournalContent"/>
/// checks each line that it reads, both in the order of the file. The checksum of a line is the beginning of the SHA-256 of the
/// previous checksum and the line. The chain begins with the bytes of the manifest. It reveals accidental and manual changes, but
/// not a forger who recomputes it. Journals contain the checksums, so their computation must not change.
/// </summary>
internal sealed class ChecksumChain
{
    private const string Label = ",\"check\":\"";
    private const string End = "\"}";
    private const int Digits = 32;

    private ChecksumChain(string? first) => Last = first;

    /// <summary>The checksum of the previous line. Null after a damaged line.</summary>
    public string? Last { get; private set; }

    /// <summary>Starts the chain of a journal with the bytes of its manifest.</summary>
    /// <param name="manifestFile">Path of the manifest. Without the file, the chain starts empty.</param>
    /// <exception cref="IOException">The manifest cannot be read.</exception>
    public static ChecksumChain Of(string manifestFile) =>
        new(Sum(File.Exists(manifestFile) ? File.ReadAllBytes(manifestFile) : []));

    /// <summary>Adds the checksum to a line and moves the chain to it.</summary>
    /// <param name="json">A JSON object with at least one member, without checksum.</param>
    /// <returns>The line without its end.</returns>
    public string Seal(string json)
    {
        Last = Next(json);
        return $"{json[..^1]}{Label}{Last}{End}";
    }

    /// <summary>Checks a line and moves the chain to it.</summary>
    /// <param name="line">The line without its end.</param>
    /// <returns>
    /// <c>HasChecksum</c> is true if the line has a checksum. <c>IsRight</c> is null if it has none or the previous one is
    /// unknown.
    /// </returns>
    public (bool HasChecksum, bool? IsRight) Follow(string line)
    {
        int label = line.Length - Label.Length - Digits - End.Length;
        if (label <= 0 || !line.EndsWith(End, StringComparison.Ordinal)
            || string.CompareOrdinal(line, label, Label, 0, Label.Length) != 0)
        {
            // The line has no checksum. The next line that has one covers it.
            Last = Next(line);
            return (false, null);
        }

        string stated = line.Substring(label + Label.Length, Digits);
        bool? isRight = Last is null ? null : Next(line[..label] + "}") == stated;
        Last = stated;
        return (true, isRight);
    }

    /// <summary>Moves the chain back to an earlier checksum, after a line that could not be written.</summary>
    public void Return(string? last) => Last = last;

    /// <summary>Skips an unreadable line. The next line cannot be checked.</summary>
    public void Skip() => Last = null;

    private static string Sum(ReadOnlySpan<byte> bytes) => Convert.ToHexStringLower(SHA256.HashData(bytes))[..Digits];

    private string Next(string json) => Sum(Encoding.UTF8.GetBytes(Last + json));
}
