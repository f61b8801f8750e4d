using System.Security.Cryptography;
using System.Text;

namespace DbIngest.Runner.Hosts;

/// <summary>
/// Identifies this build by the content of its libraries, since two builds of one version may differ. <c>SourceProcess</c> sends
/// it and <c>WorkerProcess</c> refuses a source process on another host whose identity differs.
/// </summary>
internal static class BuildIdentity
{
    private const int Digits = 16;

    private static readonly Lazy<string> Computed = new(() => Of(AppContext.BaseDirectory));

    /// <summary>The identity of this program. The first call reads all libraries of the build.</summary>
    public static string Own => Computed.Value;

    /// <summary>The identity of a program's folder.</summary>
    /// <param name="folder">The folder.</param>
    /// <returns>
    /// The first 16 hexadecimal digits of a SHA-256 over names and contents of the folder's files <c>DbIngest*.dll</c>. Libraries
    /// of others do not count.
    /// </returns>
    internal static string Of(string folder)
    {
        using var hash = IncrementalHash.CreateHash(HashAlgorithmName.SHA256);
        foreach (string file in Directory.GetFiles(folder, "*.dll").Where(IsOwn).Order(StringComparer.Ordinal))
        {
            hash.AppendData(Encoding.UTF8.GetBytes(Path.GetFileName(file)));
            hash.AppendData(SHA256.HashData(File.ReadAllBytes(file)));
        }

        return Convert.ToHexStringLower(hash.GetHashAndReset())[..Digits];
    }

    private static bool IsOwn(string file) => Path.GetFileName(file).StartsWith("DbIngest", StringComparison.OrdinalIgnoreCase);
}
