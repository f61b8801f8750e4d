using System.Globalization;

namespace DbIngest.Core.Tests.Resources;

/// <summary>The kernel's count of the bytes that a process writes to storage.</summary>
internal static class StorageCounters
{
    /// <summary>Writes some bytes beside the test assembly and looks whether the kernel counts them.</summary>
    /// <returns>Why it does not; null when it does.</returns>
    public static string? FindMissing()
    {
        if (!File.Exists("/proc/self/io"))
        {
            return "There is no /proc/<pid>/io.";
        }

        long before = Written();
        string file = Path.Combine(AppContext.BaseDirectory, Path.GetRandomFileName());
        try
        {
            using (var stream = new FileStream(file, FileMode.CreateNew))
            {
                stream.Write(new byte[1 << 20]);
                stream.Flush(flushToDisk: true);
            }

            return Written() - before >= 1 << 20 ? null : "Nothing is written to storage here.";
        }
        finally
        {
            File.Delete(file);
        }
    }

    private static long Written() => long.Parse(
        File.ReadLines("/proc/self/io")
            .Single(line => line.StartsWith("write_bytes:", StringComparison.Ordinal))["write_bytes:".Length..],
        CultureInfo.InvariantCulture);
}
