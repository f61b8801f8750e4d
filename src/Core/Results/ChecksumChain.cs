using System.Security.Cryptography;
using System.Text;

namespace DbIngest.Core.Results;

/// <summary>
/// The checksums of a journal: each is the beginning of the SHA-256 of the one before and the line, the first of the manifest's
/// bytes. They show that a file was changed by accident or by hand; who changes it on purpose can compute them anew.
/// </summary>
internal sealed class ChecksumChain
{
    private const string Label = ",\"check\":\"";
    private const string End = "\"}";
    private const int Digits = 32;

    private ChecksumChain(string? first) => Last = first;

    /// <summary>The checksum of the line before; null when that is not known, since the line was damaged.</summary>
    public string? Last { get; private set; }

    /// <summary>Begins a chain.</summary>
    /// <param name="manifestFile">The manifest; where there is none, the chain begins with nothing.</param>
    /// <returns>The chain.</returns>
    /// <exception cref="IOException">The manifest cannot be read.</exception>
    public static ChecksumChain Of(string manifestFile) =>
        new(Sum(File.Exists(manifestFile) ? File.ReadAllBytes(manifestFile) : []));

    /// <summary>A line with its checksum, which is from here on the one before.</summary>
    /// <param name="json">A JSON object that is not empty, without the checksum.</param>
    /// <returns>The line, without its end.</returns>
    public string Seal(string json)
    {
        Last = Next(json);
        return $"{json[..^1]}{Label}{Last}{End}";
    }

    /// <summary>Goes on to the next line that was read.</summary>
    /// <param name="line">The line, without its end.</param>
    /// <returns>Whether it has a checksum, and whether that is the right one; null where there is none, or none before it to tell by.</returns>
    public (bool HasChecksum, bool? IsRight) Follow(string line)
    {
        int label = line.Length - Label.Length - Digits - End.Length;
        if (label <= 0 || !line.EndsWith(End, StringComparison.Ordinal) || string.CompareOrdinal(line, label, Label, 0, Label.Length) != 0)
        {
            // It has none, and is covered by the next one that there is.
            Last = Next(line);
            return (false, null);
        }

        string stated = line.Substring(label + Label.Length, Digits);
        bool? isRight = Last is null ? null : Next(line[..label] + "}") == stated;
        Last = stated;
        return (true, isRight);
    }

    /// <summary>Goes back, after a line that could not be written.</summary>
    public void Return(string? last) => Last = last;

    /// <summary>Passes over a line that cannot be read: what follows it cannot be told by it.</summary>
    public void Skip() => Last = null;

    private static string Sum(ReadOnlySpan<byte> bytes) => Convert.ToHexStringLower(SHA256.HashData(bytes))[..Digits];

    private string Next(string json) => Sum(Encoding.UTF8.GetBytes(Last + json));
}
