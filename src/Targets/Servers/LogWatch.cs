using System.Text;

namespace DbIngest.Targets.Servers;

/// <summary>
/// Reads the new lines in the logs of a node and finds those that report background work. Each <see cref="PrivateNode"/> has one.
/// <c>TrialSampler</c> calls it about once a second of a trial, through <see cref="PrivateServer.TakeBackgroundWork"/>. It reads
/// at most 1 MiB of a log per call, and a log that cannot be read fails nothing. Not thread-safe.
/// </summary>
/// <param name="folder">The node's folder.</param>
/// <param name="signs">The lines to find.</param>
internal sealed class LogWatch(string folder, IReadOnlyList<LogSign> signs)
{
    /// <summary>Most bytes that a call reads from a log. Of a longer addition it reads only the end.</summary>
    private const int MostBytes = 1 << 20;

    private readonly Dictionary<string, long> _read = new(StringComparer.Ordinal);

    /// <summary>Finds the background work that was logged since the last call.</summary>
    /// <returns>The words of each line, in the order of each log. Empty if a log cannot be read.</returns>
    public IReadOnlyList<string> Take()
    {
        try
        {
            return [.. signs.GroupBy(sign => sign.Log).SelectMany(log => NewLines(Path.Combine(folder, log.Key))
                .Select(line => log.FirstOrDefault(sign => sign.IsIn(line))?.Words).OfType<string>())];
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            return [];
        }
    }

    private string[] NewLines(string path)
    {
        using var file = new FileStream(path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete);
        long from = _read.GetValueOrDefault(path);

        // The server has replaced a log that became shorter.
        from = from > file.Length ? 0 : Math.Max(from, file.Length - MostBytes);
        file.Seek(from, SeekOrigin.Begin);
        byte[] bytes = new byte[file.Length - from];
        int length = file.ReadAtLeast(bytes, bytes.Length, throwOnEndOfStream: false);
        int whole = bytes.AsSpan(0, length).LastIndexOf((byte)'\n') + 1;
        _read[path] = from + whole;
        return Encoding.UTF8.GetString(bytes, 0, whole).Split('\n', StringSplitOptions.RemoveEmptyEntries);
    }
}
