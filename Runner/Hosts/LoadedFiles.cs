using System.Security.Cryptography;

namespace DbIngest.Runner.Hosts;

/// <summary>
/// Identifies the files that a source process loads besides this program: plug-ins, and programs and texts that endpoints
/// name. If sources run on other hosts, <c>SweepSession</c> hashes the files here and <c>WorkerVerb</c> those of its host.
/// <c>SourceProcess</c> sends these hashes in its first message, and <c>WorkerProcess</c> refuses a source process on another
/// host that has others.
/// </summary>
internal static class LoadedFiles
{
    private const int Digits = 16;

    /// <summary>Hashes files.</summary>
    /// <param name="files">Paths of the files, which are the same on every host.</param>
    /// <returns>By path, 64 hexadecimal digits of SHA-256. Empty text for a file that cannot be read.</returns>
    public static IReadOnlyDictionary<string, string> Hash(IEnumerable<string> files) =>
        files.Distinct(StringComparer.Ordinal).ToDictionary(file => file, HashOf, StringComparer.Ordinal);

    /// <summary>Says which file of another host differs from this machine's. Null if none does.</summary>
    /// <param name="here">Hashes of this machine's files, by path.</param>
    /// <param name="there">Hashes of the host's files, by the same paths.</param>
    public static string? Difference(
        IReadOnlyDictionary<string, string> here, IReadOnlyDictionary<string, string> there) => here
        .Where(file => there.GetValueOrDefault(file.Key) != file.Value)
        .Select(file => there.GetValueOrDefault(file.Key) is { Length: > 0 } other
            ? $"has another {file.Key} (SHA-256 {Short(other)}, and {Short(file.Value)} here)" : $"has no {file.Key}")
        .FirstOrDefault();

    private static string Short(string hash) => hash[..Math.Min(Digits, hash.Length)];

    private static string HashOf(string file)
    {
        try
        {
            using var content = File.OpenRead(file);
            return Convert.ToHexStringLower(SHA256.HashData(content));
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            return string.Empty;
        }
    }
}
